import type { RefObject } from 'react';
import { Link } from 'react-router';
import admin from '../ui/admin.module.css';
import styles from './save-bar.module.css';
import { isTrouble, statusOf } from './save-status.ts';
import type { AnyEditor } from './use-document-editor.ts';

type Props = {
  editor: AnyEditor;
  ref: RefObject<HTMLDivElement | null>;
  /** In the line of notes. */
  className?: string | undefined;
};

/** In the bar's line of notes; what needs attention is above the bar, with what can be done about it. */
export function SaveStatusLine({ editor, ref, className = styles.state }: Props) {
  const { conflict, deleted, failure, writeFailure } = editor;
  const { name, texts } = editor.kind;
  const needsAttention = isTrouble(editor);
  const { text, detail } = statusOf(editor);
  return (
    <div ref={ref} className={needsAttention ? styles.messages : styles.quiet}>
      <p
        role="status"
        className={needsAttention ? undefined : className}
        data-local-draft={editor.localDraftState}
      >
        {text}
        {detail && <span className={styles.second}> {detail}</span>}
      </p>
      {needsAttention && (
        <>
          {failure?.reason && <p role="alert">{failure.reason}</p>}
          {conflict && !conflict.isOpen && (
            <p role="alert">
              It was changed in another tab or on another device, too. Nothing was overwritten.{' '}
              <button type="button" className={admin.plain} onClick={editor.openConflict}>
                Compare and choose
              </button>
            </p>
          )}
          {(failure?.isSessionOver || writeFailure?.isSessionOver) && (
            <Link to="/login?again" target="_blank">
              Log in in another tab
            </Link>
          )}
          {deleted && (
            <p role="alert">
              The {name} was deleted in the meantime. Restore it from {texts.trash} and save again,
              or{' '}
              <button type="submit" value="new" className={admin.plain}>
                save this as a new {name}
              </button>
              .
            </p>
          )}
        </>
      )}
    </div>
  );
}
