import type { Account } from '@longhand/contract/account';
import { PASSWORD_LENGTH } from '@longhand/contract/limits';
import { type FormEvent, useId, useState } from 'react';
import { adminApi } from '../api/admin-api.ts';
import admin from '../ui/admin.module.css';
import { logFailure } from '../ui/alerts.ts';
import field from '../ui/fields/field.module.css';
import { FieldNotes } from '../ui/fields/field-notes.tsx';
import { PASSWORD_CHANGED } from '../words/account.ts';
import styles from './account.module.css';
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

function PasswordFields({ username, onChanged }: { username: string; onChanged: () => void }) {
  const { state, problems, submit } = usePasswordChange(onChanged);
  const [isShown, setShown] = useState(false);
  const shared = { problems, type: isShown ? 'text' : 'password' } as const;
  return (
    <form className={styles.password} onSubmit={submit}>
      {/* Password managers need the user name. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        {...shared}
        name="old_password"
        label="Old password"
        autoComplete="current-password"
      />
      <PasswordField
        {...shared}
        name="new_password"
        label="New password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_LENGTH.min} characters.`}
      />
      <PasswordField
        {...shared}
        name="again"
        label="Repeat new password"
        autoComplete="new-password"
      />
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

type FieldProps = {
  name: keyof PasswordForm;
  label: string;
  type: 'text' | 'password';
  autoComplete: string;
  hint?: string;
  problems: PasswordProblems;
};

function PasswordField({ name, label, hint, problems, ...attributes }: FieldProps) {
  const id = useId();
  return (
    <div className={field.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        className="field"
        required
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={problems[name] ? true : undefined}
        aria-describedby={`${id}-notes`}
        {...attributes}
      />
      <div className={styles.note}>
        <FieldNotes id={id} hint={problems[name] ? undefined : hint} message={problems[name]} />
      </div>
    </div>
  );
}
