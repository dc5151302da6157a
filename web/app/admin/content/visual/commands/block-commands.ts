import { Fragment, type Mark, type Node } from 'prosemirror-model';
import {
  type Command,
  type EditorState,
  NodeSelection,
  Selection,
  type Transaction,
} from 'prosemirror-state';
import { Mapping, StepMap } from 'prosemirror-transform';
import { type Extra, schema } from '../../document/schema.ts';
import { announce } from './announcement.ts';

// What is done with whole blocks: those of the top level, with all that is in them.

export type BlockRange = { readonly first: number; readonly last: number };

/** The top-level blocks that the selection is in, by their indexes. */
export function selectedBlocks({ selection, doc }: EditorState): BlockRange {
  const { $from, $to } = selection;
  const first = Math.min($from.index(0), doc.childCount - 1);
  // Between blocks, the index is that of the block behind.
  const last = $to.depth === 0 ? $to.index(0) - 1 : $to.index(0);
  return { first, last: Math.max(first, last) };
}

/** Where a block begins; behind the last one, the end of the text. */
export function positionOfBlock(doc: Node, index: number): number {
  return Fragment.from(doc.children.slice(0, index)).size;
}

/** The block at a position, or the last one. */
export function indexOfBlock(doc: Node, position: number): number {
  return Math.min(doc.resolve(position).index(0), doc.childCount - 1);
}

function shiftSelection(tr: Transaction, selection: Selection, by: number): Transaction {
  const mapping = new Mapping([StepMap.offset(by)]);
  return tr.setSelection(selection.getBookmark().map(mapping).resolve(tr.doc));
}

/** Puts the selected blocks before the one with this index. No other block is touched. */
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

/** Moves the selected blocks over the one above or below. */
export function moveBlocks(direction: 'up' | 'down'): Command {
  return (state, dispatch) => {
    const { first, last } = selectedBlocks(state);
    const index = direction === 'up' ? first - 1 : last + 2;
    if (index < 0 || index > state.doc.childCount) return false;
    return moveBlocksTo(index)(state, dispatch);
  };
}

/** For a key: without a place to go, the caret stays as well. */
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

/** A new block: an id is there only once. */
function copyOf(node: Node): Node {
  const marks = node.marks.map(copyOfMark);
  if (node.isText) return node.mark(marks);
  const attrs = { ...node.attrs };
  if ('origin' in attrs) attrs.origin = null;
  if ('extra' in attrs) attrs.extra = withoutId(attrs.extra);
  return node.type.create(attrs, node.children.map(copyOf), marks);
}

/** Puts a copy of the selected blocks below them, with the selection in it. */
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

/** Puts the caret into the block at a position, unless it is selected already. */
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
