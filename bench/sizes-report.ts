import {
  count,
  goal,
  kilobytes,
  milliseconds,
  ratio,
  type Section,
} from '../test-support/report.ts';
import { largest, median, percentile } from '../test-support/statistics.ts';
import type { SizeResult } from './sizes.ts';

const SEARCH = 'search, each letter typed';

function timesAt({ times }: SizeResult, name: string): readonly number[] {
  return times.get(name) ?? [];
}

function medianAndP99(values: readonly number[]): string {
  if (values.length === 0) return '–';
  return `${milliseconds(median(values))} / ${milliseconds(percentile(values, 99))}`;
}

function goalOf(name: string, smallest: SizeResult, biggest: SizeResult): string {
  if (name === SEARCH)
    return goal(percentile(timesAt(biggest, name), 99), 'at most', 30, ' ms p99');
  if (name === 'the post page, first after a change')
    return goal(median(timesAt(smallest, name)), 'at most', 8, ' ms');
  return '';
}

/** Growth is the largest size compared with the smallest. */
export function reportSizes(measured: readonly SizeResult[]): Section {
  const smallest = measured[0];
  const biggest = measured.at(-1);
  if (!smallest || !biggest) throw new Error('Nothing was measured.');
  const timed = [...smallest.times.keys()].map((name) => [
    name,
    ...measured.map((result) => medianAndP99(timesAt(result, name))),
    ratio(median(timesAt(biggest, name)), median(timesAt(smallest, name))),
    goalOf(name, smallest, biggest),
  ]);
  const missed = measured.reduce((sum, result) => sum + result.missed, 0);
  const searched = (result: SizeResult) => timesAt(result, SEARCH);
  return {
    title: 'With more posts',
    about:
      'Median / p99 of the time to the complete response on a keep-alive connection, uncompressed. Posts have 5 KB of text, one in ten is a draft, and there are 40 topics. A change invalidates the cache: "first after a change" is uncached. Searches are all prefixes of 40 words and phrases, as when typing. Very slow requests are measured less often; with fewer than a hundred measurements, the p99 is the slowest.',
    columns: ['', ...measured.map(({ posts }) => `${count(posts)} posts`), 'growth', 'goal'],
    rows: [
      ...timed,
      [
        'search, slowest',
        ...measured.map((result) => milliseconds(largest(searched(result)))),
        ratio(largest(searched(biggest)), largest(searched(smallest))),
        '',
      ],
      [
        'search, letters typed',
        ...measured.map((result) => count(searched(result).length)),
        '',
        '',
      ],
      [
        'publish a change / one synced write',
        ...measured.map((result) =>
          ratio(
            median(timesAt(result, 'publish a change')),
            median(timesAt(result, 'one synced write of 8 KB')),
          ),
        ),
        '',
        '',
      ],
      [
        'HTML of the blog page, uncompressed',
        ...measured.map((result) => kilobytes(result.blogBytes)),
        ratio(biggest.blogBytes, smallest.blogBytes),
        goal(biggest.blogBytes / 1000, 'at most', 120, ' KB'),
      ],
      [
        'changes not seen by the next reader',
        ...measured.map((result) => count(result.missed)),
        '',
        goal(missed, 'at most', 0),
      ],
    ],
  };
}
