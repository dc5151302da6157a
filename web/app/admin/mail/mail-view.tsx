import type { MailingPreview } from '@longhand/contract/newsletter';
import { lazy, Suspense, useState } from 'react';
import { Choice } from '../ui/choice.tsx';
import styles from './send-dialog.module.css';

const VIEWS = { wide: 'Wide', phone: 'On a phone', text: 'As text' } as const;

/** With the parser of the mail's HTML, which only it needs. */
const MailFrame = lazy(() => import('./mail-frame.tsx'));

/** The two parts of a mail. */
export function MailView({ preview }: { preview: Pick<MailingPreview, 'html' | 'text'> }) {
  const [view, setView] = useState<keyof typeof VIEWS>('wide');
  return (
    <div className={styles.view}>
      <Choice legend="Show the mail" options={VIEWS} value={view} onChange={setView} />
      {view === 'text' ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which keys must be able to do
        <pre tabIndex={0} dir="auto" className={styles.text}>
          {preview.text}
        </pre>
      ) : (
        <Suspense fallback={<div className={styles.frame} />}>
          <MailFrame html={preview.html} isNarrow={view === 'phone'} />
        </Suspense>
      )}
    </div>
  );
}
