import { Link, useSearchParams } from 'react-router';
import { useSite } from '../../reader/site/site.ts';
import { dateAndTime } from '../post-form/date-and-time.ts';
import styles from './history.module.css';
import { LISTED } from './load-history.ts';

export type ListedVersion = {
  readonly version: number;
  /** Null if it came with the software. */
  readonly savedAt: string | null;
  readonly note?: string;
};

type Props = {
  versions: readonly ListedVersion[];
  shown: number;
  /** How many would be listed with some older ones; null if there are none. */
  older: number | null;
};

/** Links to the versions of a post or page, the newest first. */
export function VersionList({ versions, shown, older }: Props) {
  const [search] = useSearchParams();
  const withParameter = (name: string, value: number) =>
    `?${new URLSearchParams({ ...Object.fromEntries(search), [name]: String(value) })}`;
  const { timeZone } = useSite();
  return (
    <>
      <ol reversed className={styles.versions}>
        {versions.map(({ version, savedAt, note }) => (
          <li key={version}>
            <Link
              to={withParameter('version', version)}
              aria-current={version === shown || undefined}
              replace
              preventScrollReset
            >
              <b>Version {version}</b>
              <span>
                <span>{savedAt === null ? 'As it came' : dateAndTime(savedAt, timeZone)}</span>
                {note !== undefined && <span>{note}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ol>
      {older !== null && (
        <Link className={styles.older} to={withParameter(LISTED, older)} replace preventScrollReset>
          Show older versions
        </Link>
      )}
    </>
  );
}
