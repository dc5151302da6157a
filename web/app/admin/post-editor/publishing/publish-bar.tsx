import type { Preview } from '@longhand/contract/posts/posts';
import { useRef, useState } from 'react';
import { useSite } from '../../../reader/site/site.ts';
import styles from '../../document-editor/panel.module.css';
import { SaveButtons } from '../../document-editor/save-buttons.tsx';
import { settleDates } from '../../post-form/publish-dates.ts';
import admin from '../../ui/admin.module.css';
import { Button } from '../../ui/button.tsx';
import { useScrollPadding } from '../../ui/use-scroll-padding.ts';
import type { Editor } from '../post-kind.ts';
import type { PlannedMailing } from '../settings/send-when-published.tsx';
import { buttonEffects } from './button-effects.ts';
import type { Place } from './check-post.ts';
import { PublishChecks } from './publish-checks.tsx';

type Props = {
  editor: Editor;
  planned: PlannedMailing;
  rendered: Preview | null;
  isVisual: boolean;
  onShow: (place: Place) => void;
};

export function PublishBar({ editor, planned, rendered, isVisual, onShow }: Props) {
  const { form, baseline, change } = editor;
  const { timeZone } = useSite();
  const { published, published_at, publish_at } = settleDates(form, baseline.form);
  const effects = buttonEffects(editor, timeZone);
  const bar = useRef<HTMLElement>(null);
  // On a phone, where only the box and two buttons have room.
  const [isOpen, setOpen] = useState(false);
  useScrollPadding(bar);
  return (
    <section
      ref={bar}
      aria-labelledby="publishing"
      className={styles.bar}
      data-open={isOpen ? '' : undefined}
    >
      <h2 id="publishing" className={admin.name}>
        Publishing
      </h2>
      <label className={`${admin.box} ${styles.box}`}>
        <input
          type="checkbox"
          checked={published}
          onChange={({ target }) => change({ published: target.checked, published_at, publish_at })}
        />
        Publish immediately
      </label>
      <SaveButtons
        editor={editor}
        main={[
          {
            action: 'save',
            label: 'Save as Draft',
            busyLabel: 'Saving...',
            effect: effects.save,
          },
          {
            action: 'publish',
            label: 'Publish',
            busyLabel: 'Publishing...',
            effect: effects.publish,
          },
        ]}
      >
        <PublishChecks {...{ form, planned, rendered, isVisual, onShow }} />
      </SaveButtons>
      <Button
        className={styles.more}
        aria-expanded={isOpen}
        aria-label="More publishing actions"
        onClick={() => setOpen(!isOpen)}
      >
        ⋯
      </Button>
    </section>
  );
}
