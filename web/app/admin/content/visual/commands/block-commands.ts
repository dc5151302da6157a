import { Fragment, type Mark, type Node } from 'prosemirror-model';
import {
  type Command,
  type EditorState,
  NodeSelection,
  Plugin,
  PluginKey,
  Selection,
  type Transaction,
} from 'prosemirror-state';
import { Mapping, StepMap } from 'prosemirror-transform';
import { type Extra, schema } from '../../document/schema.ts';

const announcementKey = new PluginKey<string>('announcement');

/** Screen readers say these words. */
export function announce(tr: Transaction, words: string): Transaction {
  return tr.setMeta(announcementKey, words);
}

export function announcementOf(state: EditorState): string {
  return announcementKey.getState(state) ?? '';
}

export function announcements(): Plugin<string> {
  return new Plugin<string>({
    key: announcementKey,
    state: {
      init: () => '',
      apply: (tr, words) => tr.getMeta(announcementKey) ?? (tr.docChanged ? '' : words),
    },
  });
}

// These commands apply to whole top-level blocks.

type BlockRange = { readonly first: number; readonly last: number };

export function selectedBlocks({ selection, doc }: EditorState): BlockRange {
  const { $from, $to } = selection;
  const first = Math.min($from.index(0), doc.childCount - 1);
  // Between blocks, the index is that of the block after the position.
  const last = $to.depth === 0 ? $to.index(0) - 1 : $to.index(0);
  return { first, last: Math.max(first, last) };
}

export function positionOfBlock(doc: Node, index: number): number {
  return Fragment.from(doc.children.slice(0, index)).size;
}

export function indexOfBlock(doc: Node, position: number): number {
  return Math.min(doc.resolve(position).index(0), doc.childCount - 1);
}

function shiftSelection(tr: Transaction, selection: Selection, by: number): Transaction {
  const mapping = new Mapping([StepMap.offset(by)]);
  return tr.setSelection(selection.getBookmark().map(mapping).resolve(tr.doc));
}

export function moveBlocksTo(index: number): Command {
  return (state, dispatch) => {
    const { doc, tr, selection } = state;
    const { first, last } = selectedBlocks(state);
    if (index >= first && index <= last + 1) return false;
    const moved = doc.children.slice(first, last + 1);
    const isUp = index < first;
    const passed = isUp ? doc.children.slice(index, first) : doc.children.slice(last + 1, index);
    const start = positionOfBlock(doc, Math.min(index, first));
    const content = isUp ? [...moved, ...passed] : [...passed, ...moved];
    tr.replaceWith(start, start + Fragment.from(content).size, content);
    const distance = Fragment.from(passed).size;
    shiftSelection(tr, selection, isUp ? -distance : distance);
    const place = isUp ? index + 1 : index - moved.length + 1;
    announce(tr, `Moved ${isUp ? 'up' : 'down'}: block ${place} of ${doc.childCount}`);
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

export function moveBlocks(direction: 'up' | 'down'): Command {
  return (state, dispatch) => {
    const { first, last } = selectedBlocks(state);
    const index = direction === 'up' ? first - 1 : last + 2;
    if (index < 0 || index > state.doc.childCount) return false;
    return moveBlocksTo(index)(state, dispatch);
  };
}

/** A key that cannot move the blocks must not move the caret, either. */
export function moveBlocksByKey(direction: 'up' | 'down'): Command {
  return (state, dispatch) => {
    moveBlocks(direction)(state, dispatch);
    return true;
  };
}

function withoutId(extra: Extra): Extra {
  return extra.filter(([name]) => name !== 'id');
}

function copyOfMark(mark: Mark): Mark {
  return mark.type.create({ ...mark.attrs, extra: withoutId(mark.attrs.extra) });
}

/** Leaves out ids, which must be unique. */
function copyOf(node: Node): Node {
  const marks = node.marks.map(copyOfMark);
  if (node.isText) return node.mark(marks);
  const attrs = { ...node.attrs };
  if ('origin' in attrs) attrs.origin = null;
  if ('extra' in attrs) attrs.extra = withoutId(attrs.extra);
  return node.type.create(attrs, node.children.map(copyOf), marks);
}

export const duplicateBlocks: Command = (state, dispatch) => {
  const { doc, tr, selection } = state;
  const { first, last } = selectedBlocks(state);
  const copied = doc.children.slice(first, last + 1);
  tr.insert(positionOfBlock(doc, last + 1), copied.map(copyOf));
  shiftSelection(tr, selection, Fragment.from(copied).size);
  announce(tr, 'Duplicated');
  dispatch?.(tr.scrollIntoView());
  return true;
};

export const deleteBlocks: Command = (state, dispatch) => {
  const { doc, tr } = state;
  const { first, last } = selectedBlocks(state);
  const start = positionOfBlock(doc, first);
  const isAll = last - first + 1 === doc.childCount;
  const rest = isAll ? [schema.node('paragraph')] : [];
  tr.replaceWith(start, positionOfBlock(doc, last + 1), rest);
  tr.setSelection(Selection.near(tr.doc.resolve(start), 1));
  announce(tr, 'Deleted');
  dispatch?.(tr.scrollIntoView());
  return true;
};

export function selectBlock(position: number): Command {
  return (state, dispatch) => {
    const { doc, tr } = state;
    const { first, last } = selectedBlocks(state);
    const index = indexOfBlock(doc, position);
    const node = doc.child(index);
    if (index >= first && index <= last) return false;
    tr.setSelection(
      node.isAtom ? NodeSelection.create(doc, position) : Selection.near(doc.resolve(position), 1),
    );
    dispatch?.(tr);
    return true;
  };
}
