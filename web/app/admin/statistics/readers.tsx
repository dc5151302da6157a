import type { Statistics } from '@longhand/contract/statistics/statistics';
import { OTHER } from '@longhand/contract/statistics/statistics-names';
import { countOf } from '../words/counts.ts';
import { DEVICE_NAMES, PART_NAMES, TABLE_NAMES, TIME_NAMES } from '../words/statistics.ts';
import { CountedList, type CountedRow } from './counted-list.tsx';
import { nameOf } from './days.ts';
import styles from './statistics.module.css';

type Props = { now: Statistics };

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });

/** A browser may send what is no language. */
function languageOf(code: string): string {
  try {
    return languageNames.of(code) ?? code;
  } catch {
    return code;
  }
}

const named = (code: string, nameOf: (code: string) => string) =>
  code === OTHER ? 'Others' : nameOf(code);

/** Steps of which none has a view are not shown. */
function unlessAllZero(steps: readonly CountedRow[]): readonly CountedRow[] {
  return steps.some(({ count }) => count > 0) ? steps : [];
}

export function Readers({ now: { referrers, devices, languages, reading, feeds } }: Props) {
  const lists = {
    referrers: referrers.map(({ referrer, views }) => ({
      name: named(referrer, String),
      count: views,
    })),
    parts: unlessAllZero(
      reading.parts.map(({ percent, views }) => ({ name: PART_NAMES[percent], count: views })),
    ),
    seconds: unlessAllZero(
      reading.seconds.map(({ from, views }) => ({ name: TIME_NAMES[from], count: views })),
    ),
    devices: devices.map(({ device, views }) => ({ name: DEVICE_NAMES[device], count: views })),
    languages: languages.map(({ language, views }) => ({
      ...{ key: language, name: named(language, languageOf), count: views },
    })),
  };
  return (
    <div className={styles.lists}>
      {(Object.keys(lists) as (keyof typeof lists)[]).map((name) => (
        <CountedList key={name} title={TABLE_NAMES[name]} rows={lists[name]} />
      ))}
      <Feeds feeds={feeds} />
    </div>
  );
}

/** The last day says how many there are: those of several days are the same people. */
function Feeds({ feeds }: { feeds: Statistics['feeds'] }) {
  const last = feeds.days.toSorted((a, b) => (a.day < b.day ? -1 : 1)).at(-1);
  if (!last) return null;
  const { subscribers, fetchers } = last;
  return (
    <CountedList
      title={TABLE_NAMES.feeds}
      counted="Subscribers"
      rows={feeds.readers.map((each) => ({ name: each.reader, count: each.subscribers }))}
    >
      <p>
        {nameOf('day', { from: last.day, to: last.day })}: {countOf(subscribers, 'subscriber')}, as
        feed readers report them; {countOf(fetchers, 'program')} fetched a feed.
      </p>
    </CountedList>
  );
}
