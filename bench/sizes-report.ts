import {
  count,
  goal,
  kilobytes,
  milliseconds,
  ratio,
  type Section,
} from '../test-support/report.ts';
import { largest, median, percentile } from '../test-support/statistics.ts';
import type { AtSize } from './sizes.ts';

const SEARCH = 'search, each letter typed';

function timesAt({ times }: AtSize, name: string): readonly number[] {
  return times.get(name) ?? [];
}

function medianAndP99(values: readonly number[]): string {
  if (values.length === 0) return '–';
  return `${milliseconds(median(values))} / ${milliseconds(percentile(values, 99))}`;
}

function goalOf(name: string, smallest: AtSize, most: AtSize): string {
  if (name === SEARCH) return goal(percentile(timesAt(most, name), 99), 'at most', 30, ' ms p99');
  if (name === 'the post page, first after a change')
    return goal(median(timesAt(smallest, name)), 'at most', 8, ' ms');
  return '';
}

/** What was measured at each size side by side; how it grows is the last against the first. */
export function reportSizes(measured: readonly AtSize[]): Section {
  const smallest = measured[0];
  const most = measured.at(-1);
  if (!smallest || !most) throw new Error('Nothing was measured.');
  const timed = [...smallest.times.keys()].map((name) => [
    name,
    ...measured.map((each) => medianAndP99(timesAt(each, name))),
    ratio(median(timesAt(most, name)), median(timesAt(smallest, name))),
    goalOf(name, smallest, most),
  ]);
  const missed = measured.reduce((sum, each) => sum + each.missed, 0);
  const searched = (each: AtSize) => timesAt(each, SEARCH);
  return {
    title: 'With more posts',
    about:
      'Median / p99 of the time to the complete response on a keep-alive connection, uncompressed. Posts have 5 KB of text, one in ten is a draft, and there are 40 topics. A change invalidates the cache: "first after a change" is uncached. Searches are all prefixes of 40 words and phrases, as when typing. Very slow requests are measured less often; with fewer than a hundred measurements, the p99 is the slowest.',
    columns: ['', ...measured.map(({ posts }) => `${count(posts)} posts`), 'growth', 'goal'],
    rows: [
      ...timed,
      [
        'search, slowest',
        ...measured.map((each) => milliseconds(largest(searched(each)))),
        ratio(largest(searched(most)), largest(searched(smallest))),
        '',
      ],
      ['search, letters typed', ...measured.map((each) => count(searched(each).length)), '', ''],
      [
        'publish a change / one synced write',
        ...measured.map((each) =>
          ratio(
            median(timesAt(each, 'publish a change')),
            median(timesAt(each, 'one synced write of 8 KB')),
          ),
        ),
        '',
        '',
      ],
      [
        'HTML of the blog page, uncompressed',
        ...measured.map((each) => kilobytes(each.blogBytes)),
        ratio(most.blogBytes, smallest.blogBytes),
        goal(most.blogBytes / 1000, 'at most', 120, ' KB'),
      ],
      [
        'changes not seen by the next reader',
        ...measured.map((each) => count(each.missed)),
        '',
        goal(missed, 'at most', 0),
      ],
    ],
  };
}
