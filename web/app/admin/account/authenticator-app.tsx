import type { TotpSetup } from '@longhand/contract/second-factor';
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react';
import { adminApi } from '../api/admin-api.ts';
import admin from '../ui/admin.module.css';
import { Button, PlainButton } from '../ui/button.tsx';
import field from '../ui/fields/field.module.css';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { ABOUT_APP, APP_ADDED, APP_IS_ON, APP_REMOVED, SCAN } from '../words/second-factor.ts';
import { AccountField } from './account-field.tsx';
import { AccountSection } from './account-section.tsx';
import { explainFactorFailure, type FactorSectionProps } from './confirm-dialog.tsx';
import styles from './second-factor.module.css';

const QrCode = lazy(() => import('./qr-code.tsx'));

export function AuthenticatorApp({ factors, ask, onChanged }: FactorSectionProps) {
  const [setup, setSetup] = useState<TotpSetup | null>(null);
  const [message, setMessage] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusFallback(heading, `${factors.totp} ${setup !== null}`);

  function begin(): void {
    setMessage('');
    ask({
      ...{ title: 'Set up an authenticator app', submit: 'Continue', busy: 'Checking...' },
      work: async (proof) => setSetup(await adminApi.beginTotp(proof)),
    });
  }

  function remove(): void {
    ask({
      ...{ title: 'Remove the authenticator app', submit: 'Remove', busy: 'Removing...' },
      async work(proof) {
        await adminApi.removeTotp(proof);
        await onChanged(null);
        setMessage(APP_REMOVED);
      },
    });
  }

  return (
    <AccountSection title="Authenticator app" headingRef={heading}>
      <p>{factors.totp ? APP_IS_ON : ABOUT_APP}</p>
      {setup ? (
        <Setup
          setup={setup}
          onCancel={() => {
            setSetup(null);
            heading.current?.focus();
          }}
          onConfirmed={async (codes) => {
            setSetup(null);
            await onChanged(codes);
            setMessage(APP_ADDED);
          }}
        />
      ) : (
        <div className={`${admin.buttons} ${styles.actions}`}>
          <Button className={factors.totp ? admin.plain : 'button'} onClick={begin}>
            {factors.totp ? 'Set up another' : 'Set up'}
          </Button>
          {factors.totp && <PlainButton onClick={remove}>Remove</PlainButton>}
        </div>
      )}
      <p role="status" className={styles.message}>
        {message}
      </p>
    </AccountSection>
  );
}

type SetupProps = {
  setup: TotpSetup;
  onCancel: () => void;
  onConfirmed: (codes: string[] | null) => Promise<void>;
};

function Setup({ setup: { secret, uri }, onCancel, onConfirmed }: SetupProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');

  async function confirm(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const code = String(new FormData(event.currentTarget).get('code'));
    setBusy(true);
    setFailure('');
    try {
      await onConfirmed(await adminApi.confirmTotp(code));
    } catch (error) {
      setFailure(explainFactorFailure(error));
      setBusy(false);
    }
  }

  return (
    <form className={`${styles.form} ${styles.setup}`} onSubmit={confirm}>
      <p>{SCAN}</p>
      <div className={styles.qr}>
        <Suspense>
          <QrCode text={uri} />
        </Suspense>
      </div>
      <p>
        <a href={uri}>Open it in an app on this device</a>
      </p>
      <p>
        Key: <code>{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
      </p>
      <AccountField name="code" label="Code" autoComplete="one-time-code" isFirst />
      <p role="alert" className={field.error}>
        {failure}
      </p>
      <div className={admin.buttons}>
        <button type="submit" className="button" aria-disabled={isBusy}>
          {isBusy ? 'Confirming...' : 'Confirm'}
        </button>
        <PlainButton onClick={onCancel}>Cancel</PlainButton>
      </div>
    </form>
  );
}
