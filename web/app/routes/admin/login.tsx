import { type FormEvent, useEffect, useState, useSyncExternalStore } from 'react';
import { Navigate } from 'react-router';
import styles from '../../components/admin/login.module.css';
import { login } from '../../lib/admin/admin-api.ts';
import {
  forgetLoginRedirect,
  neverChanges,
  useLoginRedirect,
} from '../../lib/admin/login-redirect.ts';
import { storeToken, useToken } from '../../lib/session.ts';

const FAILED = 'Invalid username or password';
const ENDED = 'Your session has ended. Please log in again; you will be back where you were.';

/** Until scripts run, the form must not be sent: it would show the password in the address. */
function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

export default function Login() {
  const token = useToken();
  const redirect = useLoginRedirect();
  const hydrated = useHydrated();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  useEffect(() => forgetLoginRedirect, []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setState('busy');
    try {
      storeToken(await login(String(fields.get('username')), String(fields.get('password'))));
    } catch (error) {
      console.error(error);
      setState('failed');
    }
  }

  if (token !== null) return <Navigate to={redirect?.to ?? '/admin'} replace />;
  return (
    <div className={styles.login}>
      <title>Admin Login</title>
      <meta name="robots" content="noindex" />
      <h1>Admin Login</h1>
      {redirect?.ended && (
        <p role="status" className={styles.notice}>
          {ENDED}
        </p>
      )}
      <form method="post" onSubmit={submit}>
        <label>
          Username
          <input
            className="field"
            name="username"
            // biome-ignore lint/a11y/noAutofocus: who comes here comes to fill this in
            autoFocus
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        </label>
        <label>
          Password
          <input
            className="field"
            name="password"
            type="password"
            autoComplete="current-password"
            required
          />
        </label>
        <p role="alert" className={styles.failure}>
          {state === 'failed' && FAILED}
        </p>
        <button type="submit" className="button" disabled={!hydrated || state === 'busy'}>
          {state === 'busy' ? 'Logging in...' : 'Login'}
        </button>
        <noscript>
          <p>Logging in needs JavaScript. Please switch it on and reload.</p>
        </noscript>
      </form>
    </div>
  );
}
