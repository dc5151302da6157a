import type { Account as AccountData, ActiveSession } from '@longhand/contract/account';
import type { ApiToken } from '@longhand/contract/api-tokens';
import { useEffect, useId, useState } from 'react';
import { Link } from 'react-router';
import { removeToken } from '../../lib/session.ts';
import { useSite } from '../../reader/site/site.ts';
import { Loading } from '../../reader/ui/loading.tsx';
import { adminApi } from '../api/admin-api.ts';
import { hasStatus } from '../api/request.ts';
import { logFailure } from '../ui/alerts.ts';
import { PlainButton } from '../ui/button.tsx';
import field from '../ui/fields/field.module.css';
import rows from '../ui/lists/detail-rows.module.css';
import { Webhooks } from '../webhooks/webhooks.tsx';
import { ABOUT_SESSIONS, SESSION_NOT_ENDED } from '../words/account.ts';
import { when } from '../words/short-time.ts';
import styles from './account.module.css';
import { AccountRow, LastUse } from './account-row.tsx';
import { AccountSection } from './account-section.tsx';
import { ApiTokens } from './api-tokens.tsx';
import { browserName } from './browser-name.ts';
import { ChangePassword } from './change-password.tsx';
import { LogOutEverywhere } from './log-out-everywhere.tsx';
import { SecondFactor } from './second-factor.tsx';

/** An ended session stays in its place until the page is left. */
type ListedSession = ActiveSession & { readonly isEnded?: boolean };

type State =
  | { readonly status: 'loading' | 'failed' }
  | {
      readonly status: 'ready';
      readonly account: AccountData;
      readonly sessions: readonly ListedSession[];
      readonly tokens: readonly ApiToken[];
    };

function useAccount() {
  const [state, setState] = useState<State>({ status: 'loading' });

  async function load(): Promise<void> {
    setState({ status: 'loading' });
    try {
      const [account, sessions, tokens] = await Promise.all([
        adminApi.findAccount(),
        adminApi.listSessions(),
        adminApi.listTokens(),
      ]);
      setState({ status: 'ready', account, sessions, tokens });
    } catch (error) {
      logFailure(error);
      setState({ status: 'failed' });
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once
  useEffect(() => {
    void load();
  }, []);

  function markEnded(isEnded: (session: ListedSession) => boolean): void {
    setState((now) => {
      if (now.status !== 'ready') return now;
      const sessions = now.sessions.map((session) =>
        isEnded(session) ? { ...session, isEnded: true } : session,
      );
      return { ...now, sessions };
    });
  }

  async function end({ id, is_current }: ListedSession): Promise<boolean> {
    try {
      await adminApi.endSession(id);
    } catch (error) {
      // A 404 means that the session has ended already.
      if (!hasStatus(error, 404)) {
        logFailure(error);
        return false;
      }
    }
    if (is_current) removeToken();
    else markEnded((session) => session.id === id);
    return true;
  }

  /** A recovery code may have been used. */
  async function refreshAccount(): Promise<AccountData | null> {
    try {
      const account = await adminApi.findAccount();
      setState((now) => (now.status === 'ready' ? { ...now, account } : now));
      return account;
    } catch (error) {
      logFailure(error);
      return null;
    }
  }

  return {
    state,
    load,
    end,
    refreshAccount,
    /** A change of the password or of a factor has ended all other sessions. */
    endOthersAndRefresh() {
      markEnded(({ is_current }) => !is_current);
      return refreshAccount();
    },
  };
}

type Props = {
  sessions: readonly ListedSession[];
  onEnd: (session: ListedSession) => Promise<boolean>;
};

function SessionList({ sessions, onEnd }: Props) {
  const [message, setMessage] = useState('');
  const [busy, setBusy] = useState<string>();

  async function end(session: ListedSession): Promise<void> {
    if (busy !== undefined || session.isEnded) return;
    setBusy(session.id);
    setMessage('');
    const isEnded = await onEnd(session);
    setMessage(isEnded ? `Ended: ${browserName(session.user_agent)}.` : SESSION_NOT_ENDED);
    setBusy(undefined);
  }

  return (
    <AccountSection title="Sessions">
      <p>{ABOUT_SESSIONS}</p>
      <ul className={rows.rows}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => end(session)} />
        ))}
      </ul>
      <p role="status" className={styles.message}>
        {message}
      </p>
      <LogOutEverywhere />
    </AccountSection>
  );
}

function SessionRow({ session, onEnd }: { session: ListedSession; onEnd: () => void }) {
  const { user_agent, address, created_at, last_used_at, is_current, isEnded } = session;
  const { timeZone } = useSite();
  const name = browserName(user_agent);
  const of = is_current ? 'this session' : 'the session';
  return (
    <AccountRow
      name={name}
      title={user_agent ?? undefined}
      mark={is_current && 'This session'}
      details={
        <>
          {address !== null && <span>{address}</span>}
          <LastUse at={last_used_at} />
          <span>
            Logged in <time dateTime={created_at}>{when(created_at, timeZone)}</time>
          </span>
        </>
      }
      action={isEnded ? 'Ended' : 'End'}
      subject={[of, name, address].filter((part) => part !== null).join(', ')}
      isEnded={isEnded}
      onAction={onEnd}
    />
  );
}

export function Account() {
  const { state, load, end, refreshAccount, endOthersAndRefresh } = useAccount();
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={styles.account}>
      <h2 id={heading}>Account</h2>
      {state.status === 'loading' && <Loading text="Loading account..." />}
      {state.status === 'failed' && (
        <p role="alert" className={field.error}>
          The account could not be loaded. Check your connection, then{' '}
          <PlainButton onClick={load}>try again</PlainButton>.
        </p>
      )}
      {state.status === 'ready' && (
        <>
          <ChangePassword account={state.account} onChanged={endOthersAndRefresh} />
          <SecondFactor account={state.account} onChanged={endOthersAndRefresh} />
          <SessionList sessions={state.sessions} onEnd={end} />
          <ApiTokens account={state.account} loaded={state.tokens} onCreated={refreshAccount} />
          <Webhooks />
          <p>
            <Link to="/admin/events">What happened</Link>: logins, changes, backups and more.
          </p>
        </>
      )}
    </section>
  );
}
