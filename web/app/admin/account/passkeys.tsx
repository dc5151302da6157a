import type { Passkey, PasskeyCreationOptions } from '@longhand/contract/second-factor';
import { useRef, useState } from 'react';
import { useSite } from '../../reader/site/site.ts';
import { adminApi } from '../api/admin-api.ts';
import admin from '../ui/admin.module.css';
import { Button } from '../ui/button.tsx';
import rows from '../ui/lists/detail-rows.module.css';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import {
  ABOUT_PASSKEYS,
  NO_PASSKEYS_HERE,
  PASSKEY_ADDED,
  PASSKEY_REMOVED,
} from '../words/second-factor.ts';
import { when } from '../words/short-time.ts';
import { AccountField } from './account-field.tsx';
import { AccountRow, LastUse } from './account-row.tsx';
import { AccountSection } from './account-section.tsx';
import { browserName } from './browser-name.ts';
import { canUsePasskeys, createPasskey } from './browser-passkeys.ts';
import type { FactorSectionProps } from './confirm-dialog.tsx';
import styles from './second-factor.module.css';

const MAX_NAME_LENGTH = 100;

/** Options last for five minutes. */
const REUSABLE_MS = 3 * 60_000;

export function Passkeys({ factors, ask, onChanged }: FactorSectionProps) {
  const [message, setMessage] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusFallback(heading, factors.passkeys.length);

  function add(): void {
    setMessage('');
    // A code of the app is used up when they come: who cancelled the browser's question is asked for none again.
    let begun: { readonly options: PasskeyCreationOptions; readonly until: number } | undefined;
    ask({
      ...{ title: 'Add a passkey', submit: 'Add', busy: 'Waiting for the passkey...' },
      fields: (
        <AccountField
          name="name"
          label="Name"
          defaultValue={browserName(navigator.userAgent)}
          maxLength={MAX_NAME_LENGTH}
          // A name is refused after the device has made the passkey, which would then be of no use.
          pattern=".*\S.*"
          hint="To tell your passkeys apart."
        />
      ),
      async work(proof, fields) {
        if (!begun || Date.now() > begun.until)
          begun = { options: await adminApi.beginPasskey(proof), until: Date.now() + REUSABLE_MS };
        const response = await createPasskey(begun.options);
        // Its challenge is used up, too, whether the server accepts the passkey or not.
        begun = undefined;
        await onChanged(await adminApi.addPasskey(String(fields.get('name')), response));
        setMessage(PASSKEY_ADDED);
      },
    });
  }

  function remove({ id, name }: Passkey): void {
    setMessage('');
    ask({
      ...{ title: `Remove “${name}”`, submit: 'Remove', busy: 'Removing...' },
      async work(proof) {
        await adminApi.removePasskey(id, proof);
        await onChanged(null);
        setMessage(PASSKEY_REMOVED);
      },
    });
  }

  return (
    <AccountSection title="Passkeys" headingRef={heading}>
      <p>{ABOUT_PASSKEYS}</p>
      <ul className={rows.rows}>
        {factors.passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => remove(passkey)} />
        ))}
      </ul>
      {canUsePasskeys() ? (
        <div className={`${admin.buttons} ${styles.actions}`}>
          <Button className={factors.passkeys.length > 0 ? admin.plain : 'button'} onClick={add}>
            Add a passkey
          </Button>
        </div>
      ) : (
        <p>{NO_PASSKEYS_HERE}</p>
      )}
      <p role="status" className={styles.message}>
        {message}
      </p>
    </AccountSection>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { name, created_at, last_used_at } = passkey;
  const { timeZone } = useSite();
  return (
    <AccountRow
      name={name}
      details={
        <>
          <span>
            Added <time dateTime={created_at}>{when(created_at, timeZone)}</time>
          </span>
          <LastUse at={last_used_at} never="Not used yet" />
        </>
      }
      action="Remove"
      subject={`the passkey ${name}`}
      onAction={onRemove}
    />
  );
}
