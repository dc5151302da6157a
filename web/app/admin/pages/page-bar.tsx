import { useRef } from 'react';
import styles from '../document-editor/save-bar.module.css';
import { SaveStatusLine } from '../document-editor/save-status-line.tsx';
import admin from '../ui/admin.module.css';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { useScrollPadding } from '../ui/use-scroll-padding.ts';
import own from './page-editor.module.css';
import type { PageEditorState } from './page-kind.ts';

export function PageBar({ editor }: { editor: PageEditorState }) {
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
        <button
          ref={button}
          type="submit"
          value="save"
          className="button"
          disabled={saving !== null || waiting}
        >
          {saving === 'save' ? 'Saving...' : 'Save page'}
        </button>
      </div>
      <p className={own.effect}>Save page makes it public at once.</p>
      <SaveStatusLine ref={messages} editor={editor} className={own.state} />
    </section>
  );
}
