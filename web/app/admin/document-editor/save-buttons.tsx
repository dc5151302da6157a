import { Fragment, useId, useRef } from 'react';
import admin from '../ui/admin.module.css';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import styles from './save-buttons.module.css';
import type { AnyEditor } from './use-document-editor.ts';

type Action = 'keep' | 'publish' | 'save' | 'unpublish';

export type SaveButton = {
  readonly action: Action;
  readonly label: string;
  /** While it is being done. */
  readonly busy: string;
  /** What it will do now: after the label, a sentence. */
  readonly effect: string;
};

/** Of posts and pages. */
export const KEEP_PRIVATE = {
  action: 'keep',
  label: 'Keep private',
  busy: 'Closing...',
} as const;

type Props = {
  editor: AnyEditor;
  /** What saves, the most important last. */
  main: readonly SaveButton[];
  aside: readonly SaveButton[];
};

/** The buttons, and a line that says what each will do now; the same words describe it to screen readers. */
export function SaveButtons({ editor, main, aside }: Props) {
  const { saving, waiting } = editor;
  const id = useId();
  const first = useRef<HTMLButtonElement>(null);
  const pressed = useRef<HTMLButtonElement>(null);
  useFocusFallback(pressed, saving);
  // What was pressed may be gone.
  useFocusFallback(first, saving);
  const presses: Partial<Record<Action, () => Promise<void>>> = {
    keep: editor.keepPrivate,
    unpublish: editor.unpublish,
  };
  function press(button: HTMLButtonElement, action: Action): void {
    pressed.current = button;
    void presses[action]?.();
  }
  return (
    <>
      <div className={styles.effects}>
        <Effects id={id} buttons={main} />
        <Effects id={id} buttons={aside} />
      </div>
      <div className={styles.buttons}>
        {[...aside, ...main].map(({ action, label, busy }) => (
          <button
            key={action}
            ref={action === 'save' ? first : undefined}
            type={presses[action] ? 'button' : 'submit'}
            value={action}
            className={action === main.at(-1)?.action ? 'button' : classOf(action)}
            disabled={saving !== null || waiting}
            aria-describedby={`${id}-${action}`}
            onClick={(event) => press(event.currentTarget, action)}
          >
            {saving === action ? busy : label}
          </button>
        ))}
      </div>
    </>
  );
}

type EffectsProps = { id: string; buttons: readonly SaveButton[] };

function Effects({ id, buttons }: EffectsProps) {
  return (
    // Another element for each text: sentences that move would count as a layout shift.
    <p key={buttons.map(({ effect }) => effect).join()}>
      {buttons.map(({ action, label, effect }) => (
        <Fragment key={action}>
          <span id={`${id}-${action}`}>
            <b>{label}</b> {effect}.
          </span>{' '}
        </Fragment>
      ))}
    </p>
  );
}

function classOf(action: Action): string | undefined {
  return action === 'save' ? styles.draft : `${admin.plain} ${styles.aside}`;
}
