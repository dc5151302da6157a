import type { Preview } from '@longhand/contract/posts';
import { useRef } from 'react';
import { useSite } from '../../../reader/site/site.ts';
import styles from '../../document-editor/save-bar.module.css';
import { KEEP_PRIVATE, type SaveButton, SaveButtons } from '../../document-editor/save-buttons.tsx';
import { SaveStatusLine } from '../../document-editor/save-status-line.tsx';
import admin from '../../ui/admin.module.css';
import { useClock } from '../../ui/use-clock.ts';
import { useScrollPadding } from '../../ui/use-scroll-padding.ts';
import type { Editor } from '../post-kind.ts';
import { buttonEffects } from './button-effects.ts';
import { buttonState } from './button-state.ts';
import type { Place } from './check-post.ts';
import { PublishChecks } from './publish-checks.tsx';
import type { PlannedMailing } from './use-planned-mailing.ts';

type Props = {
  editor: Editor;
  planned: PlannedMailing;
  /** The server's rendering of the content. */
  rendered: Preview | null;
  isVisual: boolean;
  onShow: (place: Place) => void;
};

export function PublishBar({ editor, planned, rendered, isVisual, onShow }: Props) {
  const { form, change } = editor;
  const bar = useRef<HTMLElement>(null);
  const messages = useRef<HTMLDivElement>(null);
  useScrollPadding(bar, messages);
  return (
    <section ref={bar} aria-labelledby="publishing" className={styles.bar}>
      <div className={styles.controls}>
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
        <PublishChecks {...{ form, planned, rendered, isVisual, onShow }} />
      </div>
      <SaveButtons editor={editor} {...useButtons(editor, planned)} />
      <SaveStatusLine ref={messages} editor={editor} />
    </section>
  );
}

type Buttons = Record<'main' | 'aside', readonly SaveButton[]>;

function useButtons(editor: Editor, { to }: PlannedMailing): Buttons {
  const { timeZone } = useSite();
  const { form, baseline } = editor;
  // A date that has come schedules no more.
  useClock([form.publish_at, baseline.form.publish_at]);
  const { save, publish, keep, unpublish } = buttonEffects(
    buttonState(editor, timeZone, { sentTo: to ?? '' }),
  );
  const main: readonly SaveButton[] = [
    { action: 'save', label: 'Save as Draft', busy: 'Saving...', effect: save },
    { action: 'publish', label: 'Publish', busy: 'Publishing...', effect: publish },
  ];
  const kept = { ...KEEP_PRIVATE, effect: keep };
  if (unpublish === null) return { main, aside: [kept] };
  const offline = { action: 'unpublish', label: 'Unpublish', busy: 'Unpublishing...' } as const;
  return { main, aside: [kept, { ...offline, effect: unpublish }] };
}
