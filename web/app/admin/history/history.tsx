import { type ReactNode, useState } from 'react';
import {
  Link,
  type ShouldRevalidateFunctionArgs,
  useNavigate,
  useRevalidator,
  useSearchParams,
} from 'react-router';
import { useSite } from '../../reader/site/site.ts';
import { LoadFailed } from '../../reader/ui/load-failed.tsx';
import { Message } from '../../reader/ui/message.tsx';
import { SessionOverError } from '../api/request.ts';
import admin from '../ui/admin.module.css';
import { ALERTS, alertFailure } from '../ui/alerts.ts';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/fields/choice.tsx';
import { dateAndTime } from '../words/date-and-time.ts';
import { type DifferenceView, DifferenceViewChoice } from './differences.tsx';
import styles from './history.module.css';
import { LISTED } from './load-history.ts';

type ListedVersion = {
  readonly version: number;
  /** Null if the version came with the software. */
  readonly savedAt: string | null;
  readonly note?: string;
};

type Props = {
  versions: readonly ListedVersion[];
  shown: number;
  /** How many to list when older versions are shown; null if there are none. */
  older: number | null;
};

function VersionList({ versions, shown, older }: Props) {
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

const VIEWS = { differences: 'Differences', looked: 'As it looked' } as const;

/** The choice is in the URL and stays for other versions; without a value it is the first option. */
function useChoice<Option extends string>(
  name: string,
  [first, ...others]: readonly [Option, ...Option[]],
): [Option, (option: Option) => void] {
  const [search, setSearch] = useSearchParams();
  function choose(option: Option): void {
    const { [name]: _, ...rest } = Object.fromEntries(search);
    const next = option === first ? rest : { ...rest, [name]: option };
    setSearch(next, { replace: true, preventScrollReset: true });
  }
  return [others.find((option) => option === search.get(name)) ?? first, choose];
}

/** Another view of the same version needs no new data. */
export function showsOtherVersion({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const versionOf = ({ pathname, searchParams }: URL) =>
    [pathname, searchParams.get('version'), searchParams.get(LISTED)].join();
  const isSameVersion = versionOf(currentUrl) === versionOf(nextUrl);
  return isSameVersion && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate;
}

type Kind = 'post' | 'page';

type HistoryProps = {
  title: string;
  editorPath: string;
  versions: readonly ListedVersion[];
  isThinned: boolean;
  older: number | null;
  /** Undefined if there is no earlier version. */
  shown: number | undefined;
  children: ReactNode;
};

export function History(props: HistoryProps) {
  const { title, editorPath, versions, isThinned, older, shown, children } = props;
  return (
    <div className={`page ${admin.admin} ${styles.history}`}>
      <title>History</title>
      <p>
        <Link to={editorPath}>Back to Editor</Link>
      </p>
      <h1>History</h1>
      <p dir="auto">“{title}”</p>
      {shown === undefined ? (
        <p>No earlier versions yet. Each time you save, the previous version is kept here.</p>
      ) : (
        <div className={styles.panes}>
          <nav aria-label="Versions">
            <VersionList shown={shown} versions={versions} older={older} />
            {isThinned && (
              <p>For versions older than a year, only the last of each month is kept.</p>
            )}
          </nav>
          {children}
        </div>
      )}
    </div>
  );
}

type NoHistoryProps = { kind: Kind; back: { to: string; label: string }; onRetry: () => void };

export function NoHistory({ kind, back, onRetry }: NoHistoryProps) {
  return (
    <Message
      title="No history found"
      text={`The ${kind} does not exist, or its earlier versions could not be loaded.`}
      back={back}
    >
      <LoadFailed text="It may work in a moment." onRetry={onRetry} />
    </Message>
  );
}

type VersionProps = {
  kind: Kind;
  version: number;
  status: string;
  editorPath: string;
  looked: ReactNode;
  differences: (view: DifferenceView) => ReactNode;
  /** The state of the navigation to the editor; null if the person refuses. */
  restore: () => Promise<object | null>;
};

export function Version(props: VersionProps) {
  const { kind, version, status, editorPath, looked, differences, restore } = props;
  const [busy, setBusy] = useState(false);
  const [view, setView] = useChoice<keyof typeof VIEWS>('view', ['differences', 'looked']);
  const [differenceView, setDifferenceView] = useChoice<DifferenceView>('as', ['text', 'source']);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();

  async function restoreOnce(): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      const state = await restore();
      if (state) navigate(editorPath, { state });
      else setBusy(false);
    } catch (error) {
      setBusy(false);
      alertFailure(ALERTS.restoreVersion, error);
      // It may have been changed elsewhere, and the next attempt needs the new version.
      if (!(error instanceof SessionOverError)) revalidate();
    }
  }

  return (
    <section aria-labelledby="version">
      <div className={styles.head}>
        <h2 id="version">Version {version}</h2>
        <Choice legend="Show this version as" options={VIEWS} value={view} onChange={setView} />
        <Button className="button" aria-disabled={busy} onClick={restoreOnce}>
          {busy ? 'Restoring...' : 'Restore this version'}
        </Button>
      </div>
      <p>{status}</p>
      {view === 'looked' ? (
        <div className={styles.looked}>{looked}</div>
      ) : (
        <>
          <p>
            Compared with the {kind} as it is now. Struck out: since removed. Underlined: since
            added. Dotted: moved.
          </p>
          <DifferenceViewChoice view={differenceView} onView={setDifferenceView} />
          {differences(differenceView)}
        </>
      )}
    </section>
  );
}
