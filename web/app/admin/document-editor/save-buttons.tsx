import { type ReactNode, useId, useRef } from 'react';
import admin from '../ui/admin.module.css';
import { PlainButton } from '../ui/button.tsx';
import { type Effect, EffectLine } from '../ui/effect-line.tsx';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import panel from './panel.module.css';
import styles from './save-buttons.module.css';
import { hasPrivateChanges } from './save-status.tsx';
import type { AnyEditor } from './use-document-editor.ts';

type Action = 'keep' | 'publish' | 'save' | 'unpublish';

type SaveButton = {
  readonly action: Action;
  readonly label: string;
  readonly busyLabel: string;
  readonly effect: Effect;
};

type ShownButton = Omit<SaveButton, 'effect'> & Partial<SaveButton>;

const KEEP_PRIVATE = { action: 'keep', label: 'Keep private', busyLabel: 'Closing...' } as const;
const UNPUBLISH = {
  action: 'unpublish',
  label: 'Unpublish',
  busyLabel: 'Unpublishing...',
  effect: { text: 'leaves the site', isPublic: true },
} as const;

type Props = {
  editor: AnyEditor;
  /** The buttons that save, most important last. */
  main: readonly SaveButton[];
  /** Beside the buttons that save nothing. */
  children?: ReactNode;
};

export function SaveButtons({ editor, main, children }: Props) {
  const { saving, waiting, savedState, kind } = editor;
  const id = useId();
  const first = useRef<HTMLButtonElement>(null);
  const pressed = useRef<HTMLButtonElement>(null);
  useFocusFallback(pressed, saving);
  // The pressed button may be gone.
  useFocusFallback(first, saving);
  const presses: Partial<Record<Action, () => Promise<void>>> = {
    keep: editor.keepPrivate,
    unpublish: editor.unpublish,
  };
  const aside = [
    ...(savedState === 'live' && kind.unpublish ? [UNPUBLISH] : []),
    ...(hasPrivateChanges(editor) ? [KEEP_PRIVATE] : []),
  ];
  function button({ action, label, busyLabel, effect }: ShownButton) {
    return (
      <button
        key={action}
        ref={action === 'save' ? first : undefined}
        type={presses[action] ? 'button' : 'submit'}
        value={action}
        className={presses[action] ? admin.plain : effect?.isPublic ? 'button' : styles.private}
        disabled={saving !== null || waiting}
        aria-describedby={effect && `${id}-${action}`}
        onClick={({ currentTarget }) => {
          pressed.current = currentTarget;
          void presses[action]?.();
        }}
      >
        {saving === action ? busyLabel : label}
        {effect && <EffectLine id={`${id}-${action}`} text={effect.text} />}
      </button>
    );
  }
  return (
    <>
      <div className={styles.buttons}>{main.map(button)}</div>
      <div className={panel.rest}>
        {children}
        {aside.map(button)}
        <ChangesLine editor={editor} />
      </div>
    </>
  );
}

/** The row is there without changes, too, so that nothing moves. */
function ChangesLine({ editor }: { editor: AnyEditor }) {
  const { unsaved, discarded, saving, waiting } = editor;
  const disabled = saving !== null || waiting;
  const line = useRef<HTMLParagraphElement>(null);
  useFocusFallback(line, discarded);
  return (
    <p ref={line} tabIndex={-1} className={styles.changes}>
      {unsaved && (
        <PlainButton disabled={disabled} onClick={() => void editor.discard()}>
          Discard changes
        </PlainButton>
      )}
      {discarded && (
        <>
          {!unsaved && <span role="status">Changes discarded.</span>}
          <PlainButton
            disabled={disabled}
            aria-label="Undo: restore the discarded changes"
            onClick={() => void editor.undoDiscard()}
          >
            Undo
          </PlainButton>
        </>
      )}
    </p>
  );
}
