import type { Node } from 'prosemirror-model';
import { Plugin, PluginKey } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import styles from '../visual-editor.module.css';

const key = new PluginKey<number | null>('drop');

/**
 * Returns the nearer edge of a top-level block, but always the start of an empty one, which stays
 * to write in.
 */
export function placeBeside(doc: Node, position: number): number {
  const $position = doc.resolve(position);
  if ($position.depth === 0) return position;
  const { size } = $position.node(1).content;
  const isBeforeMiddle = $position.pos - $position.start(1) < size / 2;
  return size === 0 || isBeforeMiddle ? $position.before(1) : $position.after(1);
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

export function placeUnder(view: EditorView, { clientY }: { clientY: number }): number {
  let place = 0;
  view.state.doc.forEach((node, offset) => {
    const dom = view.nodeDOM(offset);
    if (!(dom instanceof HTMLElement)) return;
    const { top, height } = dom.getBoundingClientRect();
    if (clientY >= top + height / 2) place = offset + node.nodeSize;
  });
  return place;
}

export function showDropPlace(view: EditorView, place: number | null): void {
  if (key.getState(view.state) === place) return;
  view.dispatch(view.state.tr.setMeta(key, { place }).setMeta('addToHistory', false));
}

/** Dropped files go between blocks; a line shows where. */
export function dropPlugin(onFiles: (files: readonly File[], place: number) => void): Plugin {
  return new Plugin<number | null>({
    key,
    state: {
      init: () => null,
      apply(transaction, place) {
        const change: { place: number | null } | undefined = transaction.getMeta(key);
        if (change) return change.place;
        return place === null ? null : transaction.mapping.map(place);
      },
    },
    props: {
      decorations(state) {
        const place = key.getState(state) ?? null;
        if (place === null) return null;
        const line = () => {
          const mark = document.createElement('div');
          mark.className = styles.drop ?? '';
          mark.setAttribute('data-drop-position', '');
          return mark;
        };
        return DecorationSet.create(state.doc, [Decoration.widget(place, line, { side: -1 })]);
      },
      handleDOMEvents: {
        dragover(view, event) {
          if (!hasFiles(event)) return false;
          event.preventDefault();
          showDropPlace(view, placeUnder(view, event));
          return true;
        },
        dragleave(view, event) {
          const isInside =
            event.relatedTarget instanceof Element && view.dom.contains(event.relatedTarget);
          if (!isInside) showDropPlace(view, null);
          return false;
        },
        drop(view, event) {
          showDropPlace(view, null);
          const files = [...(event.dataTransfer?.files ?? [])];
          if (files.length === 0) return false;
          event.preventDefault();
          onFiles(files, placeUnder(view, event));
          return true;
        },
      },
    },
  });
}
