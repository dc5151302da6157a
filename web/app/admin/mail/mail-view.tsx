import type { MailingPreview } from '@longhand/contract/newsletter';
import { useMemo, useState } from 'react';
import { Choice } from '../ui/choice.tsx';
import { applyStyles, readMail } from './mail-document.ts';
import styles from './send-dialog.module.css';

const VIEWS = { wide: 'Wide', phone: 'On a phone', text: 'As text' } as const;

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
        <MailFrame html={preview.html} isNarrow={view === 'phone'} />
      )}
    </div>
  );
}

/** Without scripts. Of the same origin, so that its styles can be set. */
function MailFrame({ html, isNarrow }: { html: string; isNarrow: boolean }) {
  const mail = useMemo(() => readMail(html), [html]);
  return (
    <iframe
      title="The mail"
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcDoc={mail.html}
      className={styles.frame}
      data-narrow={isNarrow || undefined}
      onLoad={(event) => applyStyles(event.currentTarget, mail.sheets)}
    />
  );
}
