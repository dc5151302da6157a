import type { Preview } from '@longhand/contract/posts';
import { useRef } from 'react';
import { useSite } from '../../../reader/site/site.ts';
import styles from '../../document-editor/save-bar.module.css';
import { SaveStatusLine } from '../../document-editor/save-status-line.tsx';
import { saveEffect } from '../../post-form/publish-dates.ts';
import admin from '../../ui/admin.module.css';
import { useFocusFallback } from '../../ui/use-focus-fallback.ts';
import { useScrollPadding } from '../../ui/use-scroll-padding.ts';
import type { Editor } from '../post-kind.ts';
import type { Place } from './check-post.ts';
import { PublishChecks } from './publish-checks.tsx';

type Props = {
  editor: Editor;
  /** The server's rendering of the content. */
  rendered: Preview | null;
  isVisual: boolean;
  onShow: (place: Place) => void;
};

export function PublishBar({ editor, rendered, isVisual, onShow }: Props) {
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
      <PublishChecks form={form} rendered={rendered} isVisual={isVisual} onShow={onShow} />
      <div className={styles.buttons}>
        <button
          type="submit"
          value="save"
          className={styles.draft}
          disabled={disabled}
          onClick={remember}
        >
          {saving === 'save' ? 'Saving...' : 'Save as Draft'}
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
      <SaveStatusLine ref={messages} editor={editor} />
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
