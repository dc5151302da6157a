import { Plugin, PluginKey, type Transaction } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { findAround } from '../commands/commands.ts';

const WITH_TOOLS = new Set(['figure', 'gallery', 'table', 'code_block']);

/** Marks the current block if it has tools, and shows the placeholder of an empty text. */
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

const key = new PluginKey<number | null>('marked-block');

/** The mark stays until the caret moves or the text changes. */
export function markBlock(tr: Transaction, position: number): Transaction {
  return tr.setMeta(key, position);
}

export function markedBlock(): Plugin<number | null> {
  return new Plugin<number | null>({
    key,
    state: {
      init: () => null,
      apply(tr, marked) {
        const position: number | undefined = tr.getMeta(key);
        return position ?? (tr.docChanged || tr.selectionSet ? null : marked);
      },
    },
    props: {
      decorations(state) {
        const position = key.getState(state) ?? null;
        const node = position === null ? null : state.doc.nodeAt(position);
        if (position === null || !node) return null;
        const end = position + node.nodeSize;
        return DecorationSet.create(state.doc, [
          Decoration.node(position, end, { 'data-marked': '' }),
        ]);
      },
    },
  });
}
