import type { Command } from 'prosemirror-state';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react';
import floating from '../../../ui/floating.module.css';
import { useFloating } from '../../../ui/use-floating.ts';
import { dispatchAlone } from '../../document/dispatch-alone.ts';
import { deleteBlocks, duplicateBlocks, moveBlocks } from '../commands/block-commands.ts';
import { possibleTargets, turnInto } from '../commands/turn-into.ts';
import type { VisualView } from '../visual-view.ts';
import styles from './blocks.module.css';

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

/** What can be done with the block of the caret. */
export function BlockActionsMenu({ id, visual, handle, onClose }: Props) {
  const { view } = visual;
  const ref = useFloating(() => handle.current?.getBoundingClientRect() ?? null, 'below');
  const items = () => [...(ref.current?.querySelectorAll('button') ?? [])];
  const targets = possibleTargets(view.state);

  const focusFirst = useEffectEvent(() => {
    const first = items().find(({ disabled }) => !disabled);
    first?.focus({ preventScroll: true });
  });
  useLayoutEffect(() => focusFirst(), []);

  const closeOutside = useEffectEvent(({ target }: Event) => {
    const isInside = [ref, handle].some(({ current }) => current?.contains(target as Node));
    if (!isInside) onClose('none');
  });
  useEffect(() => {
    const listener = (event: Event) => closeOutside(event);
    document.addEventListener('pointerdown', listener);
    return () => document.removeEventListener('pointerdown', listener);
  }, []);

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
    <button
      key={name}
      type="button"
      role="menuitem"
      tabIndex={-1}
      disabled={!command(view.state)}
      aria-keyshortcuts={keys?.replace('↑', 'ArrowUp').replace('↓', 'ArrowDown')}
      onClick={() => run(command)}
    >
      {name}
      {keys && <small aria-hidden="true">{keys}</small>}
    </button>
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
