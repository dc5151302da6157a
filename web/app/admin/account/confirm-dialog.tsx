import type { Confirmation, SecondFactor } from '@longhand/contract/second-factor';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { beginPasskeyUse } from '../api/login-calls.ts';
import { hasStatus, SessionOverError } from '../api/request.ts';
import admin from '../ui/admin.module.css';
import { logFailure } from '../ui/alerts.ts';
import { PlainButton } from '../ui/button.tsx';
import { failureReason } from '../ui/failure-reason.ts';
import field from '../ui/fields/field.module.css';
import { PortalDialog } from '../ui/floating/dialog.tsx';
import { CODE_HINT, RECOVERY_CODE_HINT } from '../words/second-factor.ts';
import { AccountField } from './account-field.tsx';
import { answerWithPasskey, canUsePasskeys, PasskeyError } from './browser-passkeys.ts';
import styles from './second-factor.module.css';

/** Returns a sentence for the person. */
export function explainFactorFailure(error: unknown): string {
  if (error instanceof PasskeyError) return error.message;
  logFailure(error);
  // The login page already says that the session is over.
  if (error instanceof SessionOverError) return '';
  const wrongName = hasStatus(error, 400) && error.problem.errors?.name;
  return wrongName ? `The name ${wrongName.join('; ')}.` : failureReason(error);
}

type Asked = {
  /** What the button does, and says while it does. */
  readonly submit: string;
  readonly busy: string;
  readonly effect?: string;
  /** Fields of its own, whose values are given to `work`. */
  readonly fields?: ReactNode;
  readonly work: (proof: Confirmation, fields: FormData) => Promise<void>;
};

export type Question = Asked & { readonly title: string };

export function isOn({ totp, passkeys }: SecondFactor): boolean {
  return totp || passkeys.length > 0;
}

export type FactorSectionProps = {
  readonly factors: SecondFactor;
  readonly ask: (question: Question) => void;
  /** It gets the recovery codes that were made, if any. */
  readonly onChanged: (codes: string[] | null) => Promise<void>;
};

export function useConfirmDialog(username: string, factors: SecondFactor) {
  const [question, setQuestion] = useState<Question | null>(null);
  const dialog = question && (
    <PortalDialog
      onClose={() => setQuestion(null)}
      title={question.title}
      className={styles.dialog}
    >
      {(close) => <ConfirmForm {...question} {...{ username, factors }} isOpened onDone={close} />}
    </PortalDialog>
  );
  return [setQuestion, dialog] as const;
}

type Props = Asked & {
  username: string;
  factors: SecondFactor;
  /** Its first field gets the focus. */
  isOpened?: boolean;
  onDone?: () => void;
};

function passwordOf(form: HTMLFormElement | null): HTMLInputElement | null {
  const field = form?.elements.namedItem('password');
  return field instanceof HTMLInputElement ? field : null;
}

function useAsking({ work, onDone }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const form = useRef<HTMLFormElement>(null);

  async function run(prove: (fields: FormData) => Promise<Confirmation>): Promise<void> {
    if (isBusy || !form.current) return;
    const fields = new FormData(form.current);
    setBusy(true);
    setFailure('');
    try {
      await work(await prove(fields), fields);
      form.current?.reset();
      onDone?.();
    } catch (error) {
      setFailure(explainFactorFailure(error));
      if (hasStatus(error, 403)) passwordOf(form.current)?.focus();
    }
    setBusy(false);
  }

  return {
    form,
    isBusy,
    failure,

    submit(event: FormEvent): void {
      event.preventDefault();
      void run(async (fields) => {
        const code = fields.get('code');
        const password = String(fields.get('password'));
        return { password, ...(code !== null && { code: String(code) }) };
      });
    },

    usePasskey(): void {
      const password = passwordOf(form.current);
      if (!password?.reportValidity()) return;
      void run(async () => ({
        password: password.value,
        passkey: await answerWithPasskey(await beginPasskeyUse()),
      }));
    },
  };
}

/** Asks again before something that a stolen session must not do. */
export function ConfirmForm(props: Props) {
  const { submit: action, busy, effect, fields, username, factors, isOpened = false } = props;
  const { form, isBusy, failure, submit, usePasskey } = useAsking(props);
  return (
    <form ref={form} className={styles.form} onSubmit={submit}>
      {effect && <p>{effect}</p>}
      {fields}
      {/* Password managers need the user name. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <AccountField
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        isFirst={isOpened}
      />
      {isOn(factors) && (
        <AccountField
          name="code"
          label="Code"
          autoComplete="one-time-code"
          hint={factors.totp ? CODE_HINT : RECOVERY_CODE_HINT}
        />
      )}
      <p role="alert" className={field.error}>
        {failure}
      </p>
      <div className={admin.buttons}>
        <button type="submit" className="button" aria-disabled={isBusy}>
          {isBusy ? busy : action}
        </button>
        {factors.passkeys.length > 0 && canUsePasskeys() && (
          <PlainButton aria-disabled={isBusy} onClick={usePasskey}>
            Use a passkey instead of a code
          </PlainButton>
        )}
      </div>
    </form>
  );
}
