import { type FieldName, POST_FIELDS } from '@longhand/contract/post-fields';
import type { Preview } from '@longhand/contract/posts';
import { useRef } from 'react';
import { Link } from 'react-router';
import type { Place } from '../../lib/admin/publish-checks.ts';
import { saveEffect } from '../../lib/admin/publish-dates.ts';
import type { SaveFailure } from '../../lib/admin/save-failure.ts';
import type { Editor } from '../../lib/admin/use-editor.ts';
import { useFocusFallback } from '../../lib/admin/use-focus-fallback.ts';
import { useScrollPadding } from '../../lib/admin/use-scroll-padding.ts';
import { useSite } from '../../lib/site.ts';
import admin from './admin.module.css';
import styles from './publish-bar.module.css';
import { PublishChecks } from './publish-checks.tsx';
import { PublishDate } from './publish-date.tsx';

const listFormat = new Intl.ListFormat('en-US');

/** Shown until a save succeeds. */
function notSaved({ at, errors }: SaveFailure, { unsaved, localDraftState }: Editor): string {
  const fields = Object.keys(errors).map((field) => POST_FIELDS[field as FieldName].label);
  return [
    `Not saved, at ${at.toLocaleTimeString()}.`,
    fields.length > 0 && `Please correct ${listFormat.format(fields)}, then save again.`,
    unsaved && localDraftState === 'failed' && 'This browser cannot keep it: please stay here.',
    unsaved && localDraftState !== 'failed' && 'What you wrote is kept in this browser.',
  ]
    .filter(Boolean)
    .join(' ');
}

function stateOf(editor: Editor): string {
  const { unsaved, localDraftState, savedAt, saving, waiting, failure } = editor;
  if (waiting) return 'An image is being uploaded; saving waits for it.';
  if (saving) return 'On its way to the server…';
  if (failure) return notSaved(failure, editor);
  if (!unsaved) return savedAt ? `Saved at ${savedAt.toLocaleTimeString()}.` : 'No changes.';
  if (localDraftState === 'failed')
    return 'Unsaved. This browser cannot keep it: please save often.';
  return 'Unsaved, but kept in this browser.';
}

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
  useScrollPadding(bar);
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
          {saving === 'draft' || saving === 'stay' ? 'Saving...' : 'Save as Draft'}
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
      <SaveNotes editor={editor} />
    </section>
  );
}

function SaveNotes({ editor }: { editor: Editor }) {
  const { form, saving, waiting, baseline, deleted, failure } = editor;
  const { timeZone } = useSite();
  const effect = saveEffect(baseline.form, form, timeZone);
  return (
    <>
      <p
        className={effect.isDated ? styles.dated : styles.effect}
        data-changes={effect.isChange || undefined}
      >
        {effect.text}
      </p>
      <p
        role="status"
        className={failure && !saving && !waiting ? styles.trouble : styles.state}
        data-local-draft={editor.localDraftState}
      >
        {stateOf(editor)}
      </p>
      {!saving && failure?.reason && (
        <p role="alert" className={styles.reason}>
          {failure.reason}
        </p>
      )}
      {failure?.isSessionOver && (
        <Link to="/login" target="_blank" className={styles.login}>
          Log in in another tab
        </Link>
      )}
      {deleted && (
        <p role="alert" className={styles.deleted}>
          The post was deleted in the meantime. Restore it from the trash and save again, or{' '}
          <button type="submit" value="new" className={admin.plain}>
            save this as a new post
          </button>
          .
        </p>
      )}
    </>
  );
}
