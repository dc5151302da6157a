import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useRevalidator } from 'react-router';
import { LoadFailed } from '../../reader/ui/load-failed.tsx';
import { Message } from '../../reader/ui/message.tsx';
import { SessionOverError } from '../api/request.ts';
import admin from '../ui/admin.module.css';
import { ALERTS, alertFailure } from '../ui/alerts.ts';
import { type DifferenceView, DifferenceViewChoice } from './difference-view.tsx';
import styles from './history.module.css';
import { type ListedVersion, VersionList } from './version-list.tsx';
import { useDifferenceView, useVersionView, VersionViewChoice } from './version-view.tsx';

type Kind = 'post' | 'page';

type HistoryProps = {
  kind: Kind;
  title: string;
  /** The address of the editor. */
  editor: string;
  versions: readonly ListedVersion[];
  /** Whether old versions are thinned out. */
  isThinned: boolean;
  /** As in `VersionList`. */
  older: number | null;
  /** Undefined if there is no earlier version. */
  shown: number | undefined;
  children: ReactNode;
};

/** The list of versions, and the one that is shown. */
export function History(props: HistoryProps) {
  const { kind, title, editor, versions, isThinned, older, shown, children } = props;
  return (
    <div className={`page ${admin.admin} ${styles.history}`}>
      <title>History</title>
      <p>
        <Link to={editor}>Back to Editor</Link>
      </p>
      <h1>History</h1>
      <p dir="auto">“{title}”</p>
      {shown === undefined ? (
        <p>
          There is no earlier version yet. Every time the {kind} is saved, the one before is kept.
        </p>
      ) : (
        <div className={styles.panes}>
          <nav aria-label="Versions">
            <VersionList shown={shown} versions={versions} older={older} />
            {isThinned && <p>Of the versions older than a year, the last of each month is kept.</p>}
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
  editor: string;
  looked: ReactNode;
  differences: (view: DifferenceView) => ReactNode;
  restore: () => Promise<unknown>;
};

export function Version({
  kind,
  version,
  status,
  editor,
  looked,
  differences,
  restore,
}: VersionProps) {
  const [busy, setBusy] = useState(false);
  const [view, setView] = useVersionView();
  const [differenceView, setDifferenceView] = useDifferenceView();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();

  async function restoreOnce(): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      await restore();
      navigate(editor);
    } catch (error) {
      setBusy(false);
      alertFailure(ALERTS.restoreVersion, error);
      // It may have been changed elsewhere: the next attempt needs its new version.
      if (!(error instanceof SessionOverError)) revalidate();
    }
  }

  return (
    <section aria-labelledby="version">
      <div className={styles.head}>
        <h2 id="version">Version {version}</h2>
        <VersionViewChoice view={view} onView={setView} />
        <button type="button" className="button" aria-disabled={busy} onClick={restoreOnce}>
          {busy ? 'Restoring...' : 'Restore this version'}
        </button>
      </div>
      <p>{status}</p>
      {view === 'looked' ? (
        <div className={styles.looked}>{looked}</div>
      ) : (
        <>
          <p>
            Compared with the {kind} as it is now. Struck out is what this version had and is gone;
            underlined is what came since; a dotted line is under words that have moved.
          </p>
          <DifferenceViewChoice view={differenceView} onView={setDifferenceView} />
          {differences(differenceView)}
        </>
      )}
    </section>
  );
}
