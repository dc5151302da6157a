import type { EditorState } from 'prosemirror-state';
import floating from '../../../ui/floating.module.css';
import { useFloating } from '../../../ui/use-floating.ts';
import { askForLink, removeLink } from '../commands/address-question.ts';
import { linkAround } from '../commands/commands.ts';
import { addressToOpen } from '../commands/open-links.ts';
import type { VisualView } from '../visual-view.ts';
import { rangeBox } from './range-box.ts';
import styles from './visual-menus.module.css';

type Link = NonNullable<ReturnType<typeof linkAround>>;

/** Not at its ends, where typing continues outside of the link. */
export function linkAtCaret(state: EditorState): Link | null {
  const { empty, from } = state.selection;
  const link = empty ? linkAround(state) : null;
  return link && link.from < from && from < link.to ? link : null;
}

/** Where the link at the caret leads, and what can be done with it. */
export function LinkBar({ visual, link }: { visual: VisualView; link: Link }) {
  const ref = useFloating(() => rangeBox(visual.view, link), 'below');
  const address = addressToOpen(link.href);
  const keepCaret = (event: React.PointerEvent) => event.preventDefault();
  return (
    <div
      ref={ref}
      role="toolbar"
      aria-label="Link"
      className={`${floating.floating} ${floating.actions} ${styles.link}`}
      onKeyDown={({ key }) => key === 'Escape' && visual.view.focus()}
    >
      <span className={styles.address}>{link.href}</span>
      {address && (
        <a href={address} target="_blank" rel="noopener noreferrer" onPointerDown={keepCaret}>
          Open
        </a>
      )}
      <button type="button" onPointerDown={keepCaret} onClick={() => visual.run(askForLink)}>
        Edit
      </button>
      <button type="button" onPointerDown={keepCaret} onClick={() => visual.run(removeLink)}>
        Remove
      </button>
    </div>
  );
}
