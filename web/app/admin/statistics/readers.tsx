import { OTHER, type Statistics } from '@longhand/contract/statistics';
import { countOf } from '../words/counts.ts';
import { DEVICE_NAMES, PART_NAMES, TABLE_NAMES, TIME_NAMES } from '../words/statistics.ts';
import { CountedList, type CountedRow } from './counted-list.tsx';
import { nameOf } from './days.ts';
import styles from './statistics.module.css';

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' });

/** A browser may send what is no language. */
function languageOf(code: string): string {
  try {
    return languageNames.of(code) ?? code;
  } catch {
    return code;
  }
}

/** None if all are zero. */
function counted(rows: readonly CountedRow[]): readonly CountedRow[] {
  return rows.some(({ count }) => count > 0) ? rows : [];
}

export function Readers({ now }: { now: Statistics }) {
  const { referrers, devices, languages, reading } = now;
  return (
    <div className={styles.lists}>
      <CountedList
        title={TABLE_NAMES.referrers}
        rows={referrers.map(({ referrer, views }) => ({
          ...{ key: referrer, count: views },
          name: referrer === OTHER ? 'Others' : referrer,
        }))}
      />
      <CountedList
        title={TABLE_NAMES.parts}
        rows={counted(
          reading.parts.map(({ percent, views }) => ({
            ...{ key: String(percent), name: PART_NAMES[percent], count: views },
          })),
        )}
      />
      <CountedList
        title={TABLE_NAMES.seconds}
        rows={counted(
          reading.seconds.map(({ from, views }) => ({
            ...{ key: String(from), name: TIME_NAMES[from], count: views },
          })),
        )}
      />
      <CountedList
        title={TABLE_NAMES.devices}
        rows={devices.map(({ device, views }) => ({
          ...{ key: device, name: DEVICE_NAMES[device], count: views },
        }))}
      />
      <CountedList
        title={TABLE_NAMES.languages}
        rows={languages.map(({ language, views }) => ({
          ...{ key: language, count: views },
          name: language === OTHER ? 'Others' : languageOf(language),
        }))}
      />
      <Feeds feeds={now.feeds} />
    </div>
  );
}

/** The last day says how many there are: those of several days are the same people. */
function Feeds({ feeds }: { feeds: Statistics['feeds'] }) {
  const last = feeds.days.toSorted((a, b) => (a.day < b.day ? -1 : 1)).at(-1);
  const rows = feeds.readers.map(({ reader, subscribers }) => ({
    ...{ key: reader, name: reader, count: subscribers },
  }));
  if (!last) return null;
  const on = nameOf('day', { from: last.day, to: last.day });
  const sentence = `${on}: ${countOf(last.subscribers, 'subscriber')}, as feed readers report them; ${countOf(last.fetchers, 'program')} fetched a feed.`;
  return rows.length === 0 ? (
    <section aria-label={TABLE_NAMES.feeds} className={styles.list}>
      <h2>{TABLE_NAMES.feeds}</h2>
      <p>{sentence}</p>
    </section>
  ) : (
    <CountedList title={TABLE_NAMES.feeds} counted="Subscribers" rows={rows}>
      <p>{sentence}</p>
    </CountedList>
  );
}
