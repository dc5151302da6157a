import { useRef } from 'react';
import { keepEffect } from '../document-editor/private-changes.ts';
import styles from '../document-editor/save-bar.module.css';
import { KEEP_PRIVATE, SaveButtons } from '../document-editor/save-buttons.tsx';
import { SaveStatusLine } from '../document-editor/save-status-line.tsx';
import admin from '../ui/admin.module.css';
import { useScrollPadding } from '../ui/use-scroll-padding.ts';
import own from './page-editor.module.css';
import type { PageEditorState } from './page-kind.ts';

export function PageBar({ editor }: { editor: PageEditorState }) {
  const bar = useRef<HTMLElement>(null);
  const messages = useRef<HTMLDivElement>(null);
  useScrollPadding(bar, messages);
  return (
    <section ref={bar} aria-labelledby="saving" className={`${styles.bar} ${own.bar}`}>
      <h2 id="saving" className={admin.name}>
        Saving
      </h2>
      <SaveButtons
        editor={editor}
        main={[
          { action: 'save', label: 'Save page', busy: 'Saving...', effect: saveEffect(editor) },
        ]}
        aside={[{ ...KEEP_PRIVATE, effect: keepEffect(editor.unsaved) }]}
      />
      <SaveStatusLine ref={messages} editor={editor} className={own.state} />
    </section>
  );
}

function saveEffect({ savedState, unsaved }: PageEditorState): string {
  if (savedState === 'new') return 'puts the page online at once';
  return unsaved ? 'puts these changes online at once' : 'changes nothing';
}
