import { type FormEvent, useState } from 'react';
import { adminApi } from '../api/admin-api.ts';
import { logFailure } from '../ui/alerts.ts';
import {
  checkPasswords,
  explainPasswordFailure,
  type PasswordForm,
  type PasswordProblems,
} from './password-change.ts';

export function usePasswordChange(onChanged: () => void) {
  const [state, setState] = useState<'idle' | 'busy' | 'changed'>('idle');
  const [problems, setProblems] = useState<PasswordProblems>({});

  function refuse(form: HTMLFormElement, found: PasswordProblems): void {
    setState('idle');
    setProblems(found);
    const field = form.elements.namedItem(Object.keys(found)[0] ?? '');
    if (field instanceof HTMLElement) field.focus();
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
