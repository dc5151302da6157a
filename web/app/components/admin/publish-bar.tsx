import type { Preview } from '@longhand/contract/posts';
import { type RefObject, useRef } from 'react';
import { Link } from 'react-router';
import type { Place } from '../../lib/admin/publish-checks.ts';
import { saveEffect } from '../../lib/admin/publish-dates.ts';
import { isTrouble, statusOf } from '../../lib/admin/save-status.ts';
import type { Editor } from '../../lib/admin/use-editor.ts';
import { useFocusFallback } from '../../lib/admin/use-focus-fallback.ts';
import { useScrollPadding } from '../../lib/admin/use-scroll-padding.ts';
import { useSite } from '../../lib/site.ts';
import admin from './admin.module.css';
import styles from './publish-bar.module.css';
import { PublishChecks } from './publish-checks.tsx';
import { PublishDate } from './publish-date.tsx';

type Props = {
  editor: Editor;
  /** The server's rendering of the content. */
  rendered: Preview | null;
  onShow: (place: Place) => void;
};

export function PublishBar({ editor, rendered, onShow }: Props) {
  const { form, change, saving, waiting } = editor;
  const disabled = saving !== null || waiting;
  const bar = useRef<HTMLElement>(null);
  const messages = useRef<HTMLDivElement>(null);
  useScrollPadding(bar, messages);
  const pressed = useRef<HTMLButtonElement>(null);
  useFocusFallback(pressed, saving);
  const remember = (event: React.MouseEvent<HTMLButtonElement>) => {
    pressed.current = event.currentTarget;
  };
  return (
    <section ref={bar} aria-labelledby="publishing" className={styles.bar}>
      <h2 id="publishing" className={admin.name}>
        Publishing
      </h2>
      <label className={`${admin.box} ${styles.box}`}>
        <input
          type="checkbox"
          checked={form.published}
          onChange={(event) => change({ published: event.target.checked })}
        />
        Publish immediately
      </label>
      <PublishDate editor={editor} />
      <PublishChecks form={form} rendered={rendered} onShow={onShow} />
      <div className={styles.buttons}>
        <button
          type="submit"
          value="draft"
          className={styles.draft}
          disabled={disabled}
          onClick={remember}
        >
          {saving === 'draft' ? 'Saving...' : 'Save as Draft'}
        </button>
        <button
          type="submit"
          value="publish"
          className="button"
          disabled={disabled}
          onClick={remember}
        >
          {saving === 'publish' ? 'Publishing...' : 'Publish'}
        </button>
      </div>
      <SaveEffect editor={editor} />
      <Status ref={messages} editor={editor} />
    </section>
  );
}

function SaveEffect({ editor }: { editor: Editor }) {
  const { form, baseline } = editor;
  const { timeZone } = useSite();
  const effect = saveEffect(baseline.form, form, timeZone);
  return (
    <p className={styles.effect} data-changes={effect.isChange || undefined}>
      {effect.text}
    </p>
  );
}

/** In the bar's line of notes; what needs attention is above the bar, with what can be done about it. */
function Status({ editor, ref }: { editor: Editor; ref: RefObject<HTMLDivElement | null> }) {
  const { conflict, deleted, failure, writeFailure } = editor;
  const needsAttention = isTrouble(editor);
  const { text, detail } = statusOf(editor);
  return (
    <div ref={ref} className={needsAttention ? styles.messages : styles.quiet}>
      <p role="status" className={styles.state} data-local-draft={editor.localDraftState}>
        {text}
        {detail && <span className={styles.second}> {detail}</span>}
      </p>
      {needsAttention && (
        <>
          {failure?.reason && <p role="alert">{failure.reason}</p>}
          {conflict && !conflict.isOpen && (
            <p role="alert">
              It was changed in another tab or on another device, too. Nothing was overwritten.{' '}
              <button
                type="button"
                className={admin.plain}
                onClick={() => editor.dispatch({ type: 'open-conflict' })}
              >
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
              The post was deleted in the meantime. Restore it from the trash and save again, or{' '}
              <button type="submit" value="new" className={admin.plain}>
                save this as a new post
              </button>
              .
            </p>
          )}
        </>
      )}
    </div>
  );
}
