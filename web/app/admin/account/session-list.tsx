import { useId, useState } from 'react';
import admin from '../ui/admin.module.css';
import { relativeTime } from '../ui/relative-time.ts';
import { when } from '../ui/short-time.ts';
import styles from './account.module.css';
import { browserName } from './browser-name.ts';
import { LogOutEverywhere } from './log-out-everywhere.tsx';
import type { ListedSession } from './use-account.ts';

type Props = {
  sessions: readonly ListedSession[];
  onEnd: (session: ListedSession) => Promise<boolean>;
};

const FAILED = 'The session could not be ended. Check the connection, then try again.';

export function SessionList({ sessions, onEnd }: Props) {
  const [message, setMessage] = useState('');
  const [busy, setBusy] = useState<string>();
  const heading = useId();

  async function end(session: ListedSession): Promise<void> {
    if (busy !== undefined || session.isEnded) return;
    setBusy(session.id);
    setMessage('');
    const isEnded = await onEnd(session);
    setMessage(isEnded ? `Ended: ${browserName(session.user_agent)}.` : FAILED);
    setBusy(undefined);
  }

  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>Sessions</h3>
      <p>
        Where you are logged in. If you do not recognise a session, end it and change the password.
      </p>
      <ul className={styles.sessions}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => end(session)} />
        ))}
      </ul>
      <p role="status" className={styles.message}>
        {message}
      </p>
      <LogOutEverywhere />
    </section>
  );
}

function SessionRow({ session, onEnd }: { session: ListedSession; onEnd: () => void }) {
  const { user_agent, address, created_at, last_used_at, is_current, isEnded } = session;
  const name = browserName(user_agent);
  const action = isEnded ? 'Ended' : 'End';
  return (
    <li data-ended={isEnded}>
      <span>
        <b title={user_agent ?? undefined}>{name}</b>
        {is_current && <em>This session</em>}
        <small>
          {address !== null && <span>{address}</span>}
          {last_used_at !== null && (
            <span>
              Used <time dateTime={last_used_at}>{relativeTime(Date.parse(last_used_at))}</time>
            </span>
          )}
          <span>
            Logged in <time dateTime={created_at}>{when(created_at)}</time>
          </span>
        </small>
      </span>
      <button
        type="button"
        className={admin.plain}
        aria-disabled={isEnded}
        aria-label={`${action}: ${is_current ? 'this session' : 'the session'}, ${name}${address === null ? '' : `, ${address}`}`}
        onClick={onEnd}
      >
        {action}
      </button>
    </li>
  );
}
