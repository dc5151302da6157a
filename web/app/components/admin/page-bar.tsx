import { type RefObject, useRef } from 'react';
import { Link } from 'react-router';
import { pageStatus } from '../../lib/admin/pages/page-status.ts';
import type { PageEditorState } from '../../lib/admin/pages/use-page-editor.ts';
import { useFocusFallback } from '../../lib/admin/use-focus-fallback.ts';
import { useScrollPadding } from '../../lib/admin/use-scroll-padding.ts';
import admin from './admin.module.css';
import own from './page-editor.module.css';
import styles from './publish-bar.module.css';

type Props = { editor: PageEditorState };

export function PageBar({ editor }: Props) {
  const { saving, waiting } = editor;
  const bar = useRef<HTMLElement>(null);
  const messages = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useScrollPadding(bar, messages);
  useFocusFallback(button, saving);
  return (
    <section ref={bar} aria-labelledby="saving" className={`${styles.bar} ${own.bar}`}>
      <h2 id="saving" className={admin.name}>
        Saving
      </h2>
      <div className={styles.buttons}>
        <button ref={button} type="submit" className="button" disabled={saving || waiting}>
          {saving ? 'Saving...' : 'Save page'}
        </button>
      </div>
      <p className={own.effect}>Save page makes it public at once.</p>
      <Status ref={messages} editor={editor} />
    </section>
  );
}

/** In the bar's line of notes; what needs attention is above the bar, with what can be done about it. */
function Status({ editor, ref }: Props & { ref: RefObject<HTMLDivElement | null> }) {
  const { failure, isDeleted, saving, waiting, localDraftState } = editor;
  const text = pageStatus({ ...editor, canKeep: localDraftState !== 'failed' });
  const needsAttention = failure !== null && !saving && !waiting;
  return (
    <div ref={ref} className={needsAttention ? styles.messages : styles.quiet}>
      <p
        role="status"
        className={needsAttention ? undefined : own.state}
        data-local-draft={localDraftState}
      >
        {text}
      </p>
      {needsAttention && (
        <>
          {failure.reason && <p role="alert">{failure.reason}</p>}
          {failure.isSessionOver && (
            <Link to="/login?again" target="_blank">
              Log in in another tab
            </Link>
          )}
          {isDeleted && (
            <p role="alert">
              The page was deleted in the meantime. Restore it from the list of pages and save
              again, or{' '}
              <button type="submit" value="new" className={admin.plain}>
                save this as a new page
              </button>
              .
            </p>
          )}
        </>
      )}
    </div>
  );
}
