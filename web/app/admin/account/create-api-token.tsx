import type { NewApiToken, TokenScope } from '@longhand/contract/api-tokens';
import type { FieldErrors } from '@longhand/contract/problems';
import { type ComponentProps, type FormEvent, useId, useState } from 'react';
import { adminApi } from '../api/admin-api.ts';
import { AdminApiError } from '../api/request.ts';
import { logFailure } from '../ui/alerts.ts';
import { failureReason } from '../ui/failure-reason.ts';
import field from '../ui/fields/field.module.css';
import { FieldNotes } from '../ui/fields/field-notes.tsx';
import { SCOPE_OPTIONS } from '../words/api-tokens.ts';
import { DAY_MS } from '../words/date-and-time.ts';
import styles from './account.module.css';

const LIFETIMES = { '30': '30 days', '90': '90 days', '365': '1 year', '': 'No end' };
const DEFAULT_LIFETIME = '90';

type Form = { name: string; scope: TokenScope; days: string; password: string };

function endAfter(days: string): string | null {
  return days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
}

type Failure = {
  readonly errors: FieldErrors;
  readonly password?: string;
  readonly other?: string;
};

function toFailure(error: unknown): Failure {
  logFailure(error);
  const { status, problem } = error instanceof AdminApiError ? error : {};
  if (status === 403) return { errors: {}, password: problem?.detail ?? 'The password is wrong.' };
  if (problem?.errors) return { errors: problem.errors };
  return { errors: {}, other: failureReason(error) };
}

export function CreateApiToken({ onCreated }: { onCreated: (token: NewApiToken) => void }) {
  const [failure, setFailure] = useState<Failure>({ errors: {} });
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const { days, ...input } = Object.fromEntries(new FormData(form)) as Form;
    setBusy(true);
    setFailure({ errors: {} });
    try {
      onCreated(await adminApi.createToken({ ...input, expires_at: endAfter(days) }));
      form.reset();
    } catch (error) {
      const found = toFailure(error);
      setFailure(found);
      const wrong = found.password ? 'password' : Object.keys(found.errors)[0];
      const control = form.elements.namedItem(wrong ?? '');
      if (control instanceof HTMLElement) control.focus();
    }
    setBusy(false);
  }

  return (
    <form className={styles.fields} onSubmit={submit}>
      <Labelled label="Name" errors={failure.errors.name}>
        {(attributes) => (
          <input {...attributes} name="name" required maxLength={100} autoComplete="off" />
        )}
      </Labelled>
      <Labelled label="Scope">
        {(attributes) => (
          <select {...attributes} name="scope">
            {Object.entries(SCOPE_OPTIONS).map(([scope, meaning]) => (
              <option key={scope} value={scope}>
                {meaning}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <Labelled label="Works for" errors={failure.errors.expires_at}>
        {(attributes) => (
          <select {...attributes} name="days" defaultValue={DEFAULT_LIFETIME}>
            {Object.entries(LIFETIMES).map(([days, lifetime]) => (
              <option key={days} value={days}>
                {lifetime}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <Labelled label="Password" message={failure.password}>
        {(attributes) => (
          <input
            {...attributes}
            name="password"
            type="password"
            required
            autoComplete="current-password"
          />
        )}
      </Labelled>
      <button type="submit" className="button" aria-disabled={isBusy}>
        {isBusy ? 'Creating...' : 'Create token'}
      </button>
      {failure.other && (
        <p role="alert" className={field.error}>
          {failure.other}
        </p>
      )}
    </form>
  );
}

type Attributes = Pick<
  ComponentProps<'input'>,
  'id' | 'className' | 'aria-invalid' | 'aria-describedby'
>;

type LabelledProps = {
  label: string;
  errors?: readonly string[] | undefined;
  message?: string | undefined;
  children: (attributes: Attributes) => React.ReactNode;
};

function Labelled({ label, errors, message, children }: LabelledProps) {
  const id = useId();
  const isInvalid = errors !== undefined || message !== undefined;
  return (
    <div className={field.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        ...{ id, className: 'field', 'aria-describedby': `${id}-notes` },
        'aria-invalid': isInvalid || undefined,
      })}
      <FieldNotes id={id} errors={errors} message={message} />
    </div>
  );
}
