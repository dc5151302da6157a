import { useEffect, useId, useRef, useState } from 'react';
import { copyText } from '../../../lib/copy-text.ts';
import { Button } from '../button.tsx';
import styles from './copy-field.module.css';
import field from './field.module.css';

const COPIED_FOR_MS = 2_000;

/** If the browser does not allow it, selects the text and returns false. */
async function copyFromField(input: HTMLInputElement): Promise<boolean> {
  if (await copyText(input.value)) return true;
  input.focus({ preventScroll: true });
  input.select();
  return document.execCommand('copy');
}

type Props = {
  label: string;
  value: string;
  hint: string;
  onMessage: (message: string) => void;
};

/** For what is shown once. Rendered without a value, too, so that nothing moves when there is one. */
export function CopyField({ label, value, hint, onMessage }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  const id = useId();
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy(): Promise<void> {
    if (!input.current || value === '') return;
    const isDone = await copyFromField(input.current);
    setCopied(isDone);
    onMessage(
      isDone
        ? 'Copied.'
        : 'The browser does not allow copying. Please copy the selected text yourself.',
    );
  }

  return (
    <div className={styles.copied}>
      <label>
        {label}
        <input
          ref={input}
          className="field"
          readOnly
          value={value}
          aria-describedby={id}
          onFocus={(event) => event.target.select()}
        />
      </label>
      <Button className="button" aria-disabled={value === ''} onClick={copy}>
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
      <p id={id} className={field.notes}>
        {hint}
      </p>
    </div>
  );
}
