import type { Account } from '@longhand/contract/account';
import { PASSWORD_LENGTH } from '@longhand/contract/limits';
import { type FormEvent, useState } from 'react';
import { adminApi } from '../api/admin-api.ts';
import admin from '../ui/admin.module.css';
import { logFailure } from '../ui/alerts.ts';
import field from '../ui/fields/field.module.css';
import { PASSWORD_CHANGED } from '../words/account.ts';
import styles from './account.module.css';
import { AccountField } from './account-field.tsx';
import { AccountSection } from './account-section.tsx';
import {
  checkPasswords,
  explainPasswordFailure,
  type PasswordForm,
  type PasswordProblems,
} from './password-change.ts';

function usePasswordChange(onChanged: () => void) {
  const [state, setState] = useState<'idle' | 'busy' | 'changed'>('idle');
  const [problems, setProblems] = useState<PasswordProblems>({});

  function refuse(form: HTMLFormElement, found: PasswordProblems): void {
    setState('idle');
    setProblems(found);
    const first = form.elements.namedItem(Object.keys(found)[0] ?? '');
    if (first instanceof HTMLElement) first.focus();
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (state === 'busy') return;
    const form = event.currentTarget;
    const values = Object.fromEntries(new FormData(form)) as PasswordForm;
    const found = checkPasswords(values);
    if (Object.keys(found).length > 0) return refuse(form, found);
    setState('busy');
    setProblems({});
    try {
      const { old_password, new_password } = values;
      await adminApi.changePassword({ old_password, new_password });
      form.reset();
      setState('changed');
      onChanged();
    } catch (error) {
      logFailure(error);
      refuse(form, explainPasswordFailure(error));
    }
  }

  return { state, problems, submit };
}

type Props = { account: Account; onChanged: () => void };

export function ChangePassword({ account, onChanged }: Props) {
  return (
    <AccountSection title="Password">
      {account.password_locked_by === null ? (
        <PasswordFields username={account.username} onChanged={onChanged} />
      ) : (
        <p>
          The password is set by <code>{account.password_locked_by}</code> in the server’s
          environment. Change it there and restart the server, or remove it to change the password
          here.
        </p>
      )}
    </AccountSection>
  );
}

const LENGTH_HINT = `At least ${PASSWORD_LENGTH.min} characters.`;

function PasswordFields({ username, onChanged }: { username: string; onChanged: () => void }) {
  const { state, problems, submit } = usePasswordChange(onChanged);
  const [isShown, setShown] = useState(false);
  const passwordField = (
    name: keyof PasswordForm,
    label: string,
    autoComplete: string,
    hint?: string,
  ) => (
    <AccountField
      {...{ name, label, autoComplete, type: isShown ? 'text' : 'password' }}
      hint={problems[name] ? undefined : hint}
      message={problems[name]}
    />
  );
  return (
    <form className={styles.password} onSubmit={submit}>
      {/* Password managers need the user name. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      {passwordField('old_password', 'Old password', 'current-password')}
      {passwordField('new_password', 'New password', 'new-password', LENGTH_HINT)}
      {passwordField('again', 'Repeat new password', 'new-password')}
      <label className={admin.box}>
        <input type="checkbox" checked={isShown} onChange={() => setShown(!isShown)} />
        Show passwords
      </label>
      <div className={styles.submit}>
        <button type="submit" className="button" aria-disabled={state === 'busy'}>
          {state === 'busy' ? 'Changing...' : 'Change password'}
        </button>
        <div>
          <p role="status">{state === 'changed' && PASSWORD_CHANGED}</p>
          <p role="alert" className={field.error}>
            {problems.general}
          </p>
        </div>
      </div>
    </form>
  );
}
