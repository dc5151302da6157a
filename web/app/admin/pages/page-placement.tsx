import { MAX_POSITION, PLACEMENTS } from '@longhand/contract/page-addresses';
import { useId } from 'react';
import admin from '../ui/admin.module.css';
import fieldStyles from '../ui/field.module.css';
import { FieldNotes } from '../ui/field-notes.tsx';
import styles from './page-editor.module.css';
import { PLACEMENT_NAMES } from './page-form.ts';
import type { PageEditorState } from './page-kind.ts';

type Props = { editor: PageEditorState };

/** Where the page is linked, and its place among the others there. */
export function PagePlacement({ editor: { form, change } }: Props) {
  const id = useId();
  return (
    <div className={styles.placement}>
      <fieldset className={fieldStyles.field}>
        <legend>Shown in</legend>
        <div className={styles.options}>
          {PLACEMENTS.map((placement) => (
            <label key={placement} className={admin.box}>
              <input
                type="radio"
                name={id}
                checked={form.placement === placement}
                onChange={() => change({ placement })}
              />
              {PLACEMENT_NAMES[placement]}
            </label>
          ))}
        </div>
      </fieldset>
      {form.placement !== 'none' && (
        <div className={fieldStyles.field}>
          <label htmlFor={`${id}-order`}>Order</label>
          <input
            id={`${id}-order`}
            type="number"
            className={`field ${styles.order}`}
            min={0}
            max={MAX_POSITION}
            step={1}
            value={form.position}
            aria-describedby={`${id}-order-notes`}
            onChange={({ target }) => change({ position: target.value })}
          />
          <FieldNotes id={`${id}-order`} hint="Optional. Pages with smaller numbers come first" />
        </div>
      )}
    </div>
  );
}
