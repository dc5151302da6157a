import { Plugin } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { findAround } from './commands.ts';

const WITH_TOOLS = new Set(['figure', 'gallery', 'table', 'code_block']);

/** Marks the block with the caret if it has tools of its own, and shows what an empty text is for. */
export function currentBlock(placeholder: string): Plugin {
  return new Plugin({
    props: {
      decorations(state) {
        const { doc } = state;
        const found = findAround(state, ({ type }) => WITH_TOOLS.has(type.name));
        const decorations: Decoration[] = [];
        if (found) {
          const end = found.position + found.node.nodeSize;
          decorations.push(Decoration.node(found.position, end, { 'data-current': '' }));
        }
        const only = doc.childCount === 1 ? doc.firstChild : null;
        if (only?.type.name === 'paragraph' && only.content.size === 0)
          decorations.push(Decoration.node(0, only.nodeSize, { 'data-placeholder': placeholder }));
        return DecorationSet.create(doc, decorations);
      },
    },
  });
}
