import '../../admin/ui/english-words.ts';
import { type FormEvent, useEffect, useState, useSyncExternalStore } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import styles from '../../admin/account/login.module.css';
import { login } from '../../admin/api/account-calls.ts';
import {
  forgetLoginRedirect,
  neverChanges,
  useLoginRedirect,
} from '../../admin/api/login-redirect.ts';
import { readToken } from '../../lib/read-token.ts';
import { storeToken, useToken } from '../../lib/session.ts';

const FAILED = 'Invalid username or password';
const ENDED = {
  here: 'Your session has ended. Please log in again to return to where you were.',
  elsewhere:
    'Your session has ended: you were logged out in another tab. Please log in again to return to where you were.',
} as const;

/** Submitted before hydration, the form would post the password to the page itself. */
function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

function useLogin() {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');

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

  return { state, submit };
}

export default function Login() {
  const token = useToken();
  const redirect = useLoginRedirect();
  const [search] = useSearchParams();
  // `?again`: an editor in another tab stays open with a token that the server refuses.
  const [refused] = useState(() => (search.has('again') ? readToken() : null));
  useEffect(() => forgetLoginRedirect, []);

  if (token !== null && token !== refused)
    return <Navigate to={redirect?.to ?? '/admin'} replace />;
  return (
    <div className={styles.login}>
      <title>Admin Login</title>
      <meta name="robots" content="noindex" />
      <h1>Admin Login</h1>
      {redirect?.ended && (
        <p role="status" className={styles.notice}>
          {ENDED[redirect.ended]}
        </p>
      )}
      <LoginForm />
    </div>
  );
}

function LoginForm() {
  const hydrated = useHydrated();
  const { state, submit } = useLogin();
  return (
    <form method="post" onSubmit={submit}>
      <label>
        Username
        <input
          className="field"
          name="username"
          // biome-ignore lint/a11y/noAutofocus: the form is the only purpose of the page
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
  );
}
