import { Plugin, PluginKey, type Transaction } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';

const key = new PluginKey<number | null>('marked-block');

/** Marks the block at a position until the caret moves or the text changes. */
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
