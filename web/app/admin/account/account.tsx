import { useId } from 'react';
import { Loading } from '../../reader/ui/loading.tsx';
import admin from '../ui/admin.module.css';
import field from '../ui/field.module.css';
import styles from './account.module.css';
import { ChangePassword } from './change-password.tsx';
import { SessionList } from './session-list.tsx';
import { useAccount } from './use-account.ts';

/** The password and the sessions. */
export function Account() {
  const { state, load, end, markOthersEnded } = useAccount();
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={styles.account}>
      <h2 id={heading}>Account</h2>
      {state.status === 'loading' && <Loading text="Loading account..." />}
      {state.status === 'failed' && (
        <p role="alert" className={field.error}>
          The account could not be loaded. Check the connection, then{' '}
          <button type="button" className={admin.plain} onClick={load}>
            try again
          </button>
          .
        </p>
      )}
      {state.status === 'ready' && (
        <>
          <ChangePassword account={state.account} onChanged={markOthersEnded} />
          <SessionList sessions={state.sessions} onEnd={end} />
        </>
      )}
    </section>
  );
}
