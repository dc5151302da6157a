import { useRef, useState } from 'react';
import { selectBlock } from '../commands/block-commands.ts';
import type { VisualView } from '../visual-view.ts';
import { BlockActionsMenu } from './block-actions-menu.tsx';
import styles from './blocks.module.css';
import { dragBlock } from './drag-block.ts';
import { useHandlePlace } from './use-handle-place.ts';

const MENU_ID = 'block-actions';

/** The handle of the block under the mouse or with the caret: dragged it moves the block, pressed it opens a menu. */
export function BlockActions({ visual }: { readonly visual: VisualView }) {
  const { view } = visual;
  const handle = useRef<HTMLButtonElement>(null);
  const position = useHandlePlace(visual, handle);
  const [isOpen, setOpen] = useState(false);
  /** The press that ends a drag opens no menu. */
  const wasDragged = useRef(false);

  function onPointerDown(event: React.PointerEvent): void {
    wasDragged.current = false;
    if (event.button !== 0) return;
    // The selection of the text stays.
    event.preventDefault();
    dragBlock(view, position(), event.nativeEvent, (isDragged) => {
      wasDragged.current = isDragged;
    });
  }

  function onClick(): void {
    if (wasDragged.current) return;
    selectBlock(position())(view.state, view.dispatch);
    setOpen((wasOpen) => !wasOpen);
  }

  function close(focus: 'text' | 'none' = 'text'): void {
    setOpen(false);
    if (focus === 'text') view.focus();
  }

  return (
    <>
      <button
        ref={handle}
        type="button"
        className={styles.handle}
        aria-label="Block actions"
        title="Drag to move, press for a menu. Alt+↑ and Alt+↓ move the block."
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? MENU_ID : undefined}
        onPointerDown={onPointerDown}
        onClick={onClick}
      >
        <svg viewBox="0 0 10 16" width="10" height="16" aria-hidden="true">
          {[3, 8, 13].flatMap((y) => [
            <circle key={`${y}a`} cx="2.5" cy={y} r="1.4" />,
            <circle key={`${y}b`} cx="7.5" cy={y} r="1.4" />,
          ])}
        </svg>
      </button>
      {isOpen && <BlockActionsMenu id={MENU_ID} visual={visual} handle={handle} onClose={close} />}
    </>
  );
}
