import { useEffect, useRef, useState } from 'react';
import { copyText } from '../../lib/copy-text.ts';
import { useSite } from '../../reader/site/site.ts';
import { adminApi } from '../api/admin-api.ts';
import admin from '../ui/admin.module.css';
import { PlainButton } from '../ui/button.tsx';
import { saveFile } from '../ui/save-file.ts';
import {
  CODES_MADE,
  COPY_FAILED,
  codesLeft,
  NEW_CODES_EFFECT,
  NEW_CODES_TITLE,
  NO_CODES_YET,
} from '../words/second-factor.ts';
import { AccountSection } from './account-section.tsx';
import { type FactorSectionProps, isOn } from './confirm-dialog.tsx';
import styles from './second-factor.module.css';

type Props = FactorSectionProps & {
  /** Codes that were made just now are shown once. */
  made: readonly string[] | null;
};

export function RecoveryCodes({ factors, ask, onChanged, made }: Props) {
  function renew(): void {
    ask({
      ...{ title: NEW_CODES_TITLE, submit: 'Make new codes', busy: 'Making new codes...' },
      effect: NEW_CODES_EFFECT,
      work: async (proof) => onChanged(await adminApi.renewRecoveryCodes(proof)),
    });
  }

  return (
    <AccountSection title="Recovery codes">
      {made ? (
        <NewCodes codes={made} />
      ) : (
        <p>{isOn(factors) ? codesLeft(factors.recovery_codes_left) : NO_CODES_YET}</p>
      )}
      {isOn(factors) && !made && (
        <div className={`${admin.buttons} ${styles.actions}`}>
          <PlainButton onClick={renew}>Make new codes</PlainButton>
        </div>
      )}
    </AccountSection>
  );
}

function NewCodes({ codes }: { codes: readonly string[] }) {
  const { name } = useSite();
  const [message, setMessage] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const text = `${codes.join('\n')}\n`;
  // The dialog, or the form, that the focus was in is gone.
  useEffect(() => list.current?.focus(), []);
  return (
    <div ref={list} tabIndex={-1} className={styles.made}>
      <p>{CODES_MADE}</p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={admin.buttons}>
        <PlainButton
          onClick={async () => setMessage((await copyText(text)) ? 'Copied.' : COPY_FAILED)}
        >
          Copy
        </PlainButton>
        <PlainButton
          onClick={() => saveFile('recovery-codes.txt', `${name}\n\n${text}`, 'text/plain')}
        >
          Download
        </PlainButton>
        <span role="status">{message}</span>
      </div>
    </div>
  );
}
