import type { EditorState } from 'prosemirror-state';
import floating from '../../../ui/floating.module.css';
import { useFloating } from '../../../ui/use-floating.ts';
import type { VisualView } from '../visual-view.ts';
import { BUBBLE_TOOLS } from './bubble-plugin.ts';
import { rangeBox } from './range-box.ts';
import styles from './visual-menus.module.css';

/** Above the selection, but below it on touch screens, where the system shows its own menu above. */
export function SelectionBubble({ visual, state }: { visual: VisualView; state: EditorState }) {
  const side = window.matchMedia('(pointer: coarse)').matches ? 'below' : 'above';
  const ref = useFloating(() => rangeBox(visual.view, state.selection), side);
  const tools = BUBBLE_TOOLS.filter(({ isPossible }) => isPossible?.(state) ?? true);
  return (
    <div
      ref={ref}
      role="toolbar"
      aria-label="Selection"
      className={`${floating.floating} ${styles.bubble}`}
    >
      {tools.map(({ name, label, command, isActive }) => (
        <button
          key={name}
          type="button"
          // The keyboard has shortcuts, and the toolbar above the text.
          tabIndex={-1}
          aria-label={name}
          title={name}
          data-tool={name}
          data-label={label}
          aria-pressed={isActive(state)}
          // Keeps the focus, and with it the selection, in the text.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => visual.run(command)}
        />
      ))}
    </div>
  );
}
