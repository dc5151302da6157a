import type { Command } from 'prosemirror-state';
import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { usePressOutside } from '../../../ui/floating/close-details.ts';
import floating from '../../../ui/floating/floating.module.css';
import { useFloating } from '../../../ui/floating/use-floating.ts';
import { dispatchAlone } from '../../document/transactions.ts';
import {
  deleteBlocks,
  duplicateBlocks,
  moveBlocks,
  selectBlock,
} from '../commands/block-commands.ts';
import { possibleTargets, turnInto } from '../commands/turn-into.ts';
import type { VisualView } from '../visual-view.ts';
import styles from './blocks.module.css';
import { dragBlock } from './drag.ts';
import { useHandlePlace } from './use-handle-place.ts';

type Item = { readonly name: string; readonly command: Command; readonly keys?: string };

const MOVES: readonly Item[] = [
  { name: 'Move up', command: moveBlocks('up'), keys: 'Alt+↑' },
  { name: 'Move down', command: moveBlocks('down'), keys: 'Alt+↓' },
  { name: 'Duplicate', command: duplicateBlocks },
  { name: 'Delete', command: deleteBlocks },
];

const STEPS: Readonly<Record<string, (now: number, count: number) => number>> = {
  ArrowDown: (now, count) => (now + 1) % count,
  ArrowUp: (now, count) => (now - 1 + count) % count,
  Home: () => 0,
  End: (_now, count) => count - 1,
};

type Props = {
  readonly id: string;
  readonly visual: VisualView;
  readonly handle: RefObject<HTMLElement | null>;
  readonly onClose: (focus?: 'text' | 'none') => void;
};

function BlockActionsMenu({ id, visual, handle, onClose }: Props) {
  const { view } = visual;
  const ref = useFloating(() => handle.current?.getBoundingClientRect() ?? null, 'below');
  const items = () => [...(ref.current?.querySelectorAll('button') ?? [])];
  const targets = possibleTargets(view.state);

  const focusFirst = useEffectEvent(() => {
    const first = items().find(({ disabled }) => !disabled);
    first?.focus({ preventScroll: true });
  });
  useLayoutEffect(() => focusFirst(), []);

  usePressOutside([ref, handle], () => onClose('none'));

  function run(command: Command): void {
    onClose();
    command(view.state, (tr) => dispatchAlone(view, tr));
  }

  function onKeyDown(event: React.KeyboardEvent): void {
    const enabled = items().filter(({ disabled }) => !disabled);
    const now = enabled.indexOf(document.activeElement as HTMLButtonElement);
    const step = STEPS[event.key];
    if (step) enabled[step(now, enabled.length)]?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const itemOf = ({ name, command, keys }: Item) => (
    <Button
      key={name}
      role="menuitem"
      tabIndex={-1}
      disabled={!command(view.state)}
      aria-keyshortcuts={keys?.replace('↑', 'ArrowUp').replace('↓', 'ArrowDown')}
      onClick={() => run(command)}
    >
      {name}
      {keys && <small aria-hidden="true">{keys}</small>}
    </Button>
  );

  return (
    <div
      ref={ref}
      id={id}
      role="menu"
      tabIndex={-1}
      aria-label="Block actions"
      className={`${floating.floating} ${styles.menu}`}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) onClose('none');
      }}
    >
      {MOVES.map(itemOf)}
      {targets.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a menu
        <div role="group" aria-label="Turn into">
          <p aria-hidden="true">Turn into</p>
          {targets.map((target) => itemOf({ name: target.label, command: turnInto(target) }))}
        </div>
      )}
    </div>
  );
}

const MENU_ID = 'block-actions';

/** Dragging the handle moves the block under the mouse or with the caret; pressing it opens a menu. */
export function BlockActions({ visual }: { readonly visual: VisualView }) {
  const { view } = visual;
  const handle = useRef<HTMLButtonElement>(null);
  const position = useHandlePlace(visual, handle);
  const [isOpen, setOpen] = useState(false);
  /** The click that ends a drag must not open the menu. */
  const wasDragged = useRef(false);

  function onPointerDown(event: React.PointerEvent): void {
    wasDragged.current = false;
    if (event.button !== 0) return;
    // Keeps the selection of the text.
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
      <Button
        ref={handle}
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
      </Button>
      {isOpen && <BlockActionsMenu id={MENU_ID} visual={visual} handle={handle} onClose={close} />}
    </>
  );
}
