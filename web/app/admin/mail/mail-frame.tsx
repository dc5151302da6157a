import { useMemo } from 'react';
import { applyStyles, readMail } from './mail-document.ts';
import styles from './send-dialog.module.css';

/** Without scripts. Of the same origin, so that its styles can be set. */
export default function MailFrame({ html, isNarrow }: { html: string; isNarrow: boolean }) {
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
