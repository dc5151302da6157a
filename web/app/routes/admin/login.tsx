import '../../admin/ui/english-words.ts';
import type { SecondFactorState } from '@longhand/contract/second-factor';
import { type FormEvent, Fragment, useEffect, useState, useSyncExternalStore } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import {
  answerWithPasskey,
  canUsePasskeys,
  PasskeyError,
} from '../../admin/account/browser-passkeys.ts';
import styles from '../../admin/account/login.module.css';
import {
  beginPasskeyUse,
  LoginRefused,
  login,
  loginWithPasskey,
  readSecondFactor,
} from '../../admin/api/login-calls.ts';
import {
  forgetLoginRedirect,
  neverChanges,
  useLoginRedirect,
} from '../../admin/api/login-redirect.ts';
import { Button } from '../../admin/ui/button.tsx';
import { countOf } from '../../admin/words/counts.ts';
import { PASSKEY_LOGIN_FAILED } from '../../admin/words/second-factor.ts';
import { readToken } from '../../lib/read-token.ts';
import { storeToken, useToken } from '../../lib/session.ts';

const FAILED = 'Invalid username or password';
const ENDED = {
  here: 'Your session has ended. Please log in again to return to where you were.',
  elsewhere:
    'Your session has ended: you were logged out in another tab. Please log in again to return to where you were.',
} as const;

/** Beside the message, which is the same for every failure: what is wrong if it is not what was typed. */
function noteOn(error: unknown): string {
  // fetch throws a TypeError if there is no response.
  if (error instanceof TypeError) return 'The server could not be reached. Check your connection.';
  if (!(error instanceof LoginRefused)) return '';
  if (error.status >= 500) return 'Something went wrong on the server. Try again in a moment.';
  if (error.status !== 429) return '';
  const minutes = Math.ceil(error.retryAfter / 60);
  const when = minutes > 0 ? `in ${countOf(minutes, 'minute')}` : 'later';
  return `Too many failed attempts. Try again ${when}.`;
}

/** Submitted before hydration, the form would post the password to the page itself. */
function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

const PASSWORD_ALONE: SecondFactorState = { second_factor: false, passkeys: false };

/**
 * If this cannot be read, the form is that of a password alone. Read again after a failed login: a factor may have been
 * switched on since.
 */
function useSecondFactor(failures: number): SecondFactorState {
  const [state, setState] = useState(PASSWORD_ALONE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after every failure
  useEffect(() => {
    const left = new AbortController();
    readSecondFactor(left.signal).then(setState, (error) => {
      if (!left.signal.aborted) console.error(error);
    });
    return () => left.abort();
  }, [failures]);
  return state;
}

function useLogin() {
  const [busy, setBusy] = useState<'password' | 'passkey' | null>(null);
  const [failure, setFailure] = useState('');
  const [failures, setFailures] = useState(0);
  const [note, setNote] = useState('');

  async function run(
    way: 'password' | 'passkey',
    logIn: () => Promise<string>,
    explain: (error: unknown) => string,
  ): Promise<void> {
    if (busy !== null) return;
    setBusy(way);
    setFailure('');
    setNote('');
    try {
      storeToken(await logIn());
    } catch (error) {
      if (!(error instanceof PasskeyError)) console.error(error);
      setBusy(null);
      setFailure(explain(error));
      setNote(noteOn(error));
      setFailures((count) => count + 1);
    }
  }

  return {
    busy,
    failure,
    note,
    failures,

    submit(event: FormEvent<HTMLFormElement>): Promise<void> {
      event.preventDefault();
      const fields = new FormData(event.currentTarget);
      const [username, password] = [String(fields.get('username')), String(fields.get('password'))];
      const code = fields.get('code');
      return run(
        'password',
        () => login(username, password, code === null ? undefined : String(code)),
        () => FAILED,
      );
    },

    usePasskey: (): Promise<void> =>
      run(
        'passkey',
        async () => loginWithPasskey(await answerWithPasskey(await beginPasskeyUse())),
        (error) => (error instanceof PasskeyError ? error.message : PASSKEY_LOGIN_FAILED),
      ),
  };
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
  const { busy, failure, note, failures, submit, usePasskey } = useLogin();
  const { second_factor: needsCode, passkeys } = useSecondFactor(failures);
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
      {needsCode && (
        <label>
          Code
          <input
            className="field"
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        </label>
      )}
      {/* New elements in place of moved ones: to the browser, the code must not shift the layout. */}
      <Fragment key={String(needsCode)}>
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
        <button type="submit" className="button" disabled={!hydrated || busy !== null}>
          {busy === 'password' ? 'Logging in...' : 'Login'}
        </button>
      </Fragment>
      {passkeys && canUsePasskeys() && (
        <Button className={styles.passkey} aria-disabled={busy !== null} onClick={usePasskey}>
          {busy === 'passkey' ? 'Waiting for the passkey...' : 'Log in with a passkey'}
        </Button>
      )}
      {/* At the end, so that it moves nothing. */}
      <p aria-live="polite">{note}</p>
      <noscript>
        <p>Logging in needs JavaScript. Please switch it on and reload.</p>
      </noscript>
    </form>
  );
}
