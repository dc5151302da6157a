import { joinTextblockBackward } from 'prosemirror-commands';
import type { Node, ResolvedPos } from 'prosemirror-model';
import { liftListItem } from 'prosemirror-schema-list';
import {
  type Command,
  type EditorState,
  NodeSelection,
  Plugin,
  Selection,
  TextSelection,
  type Transaction,
} from 'prosemirror-state';
import { addRowAfter, goToNextCell, isInTable } from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import { isSection } from '../../document/footnote-nodes.ts';
import { nodes, schema } from '../../document/schema.ts';
import { findAround } from './commands.ts';
import { isInGallery } from './picture-commands.ts';

export function writeBelow(tr: Transaction, position: number): Transaction {
  const { nodeAfter } = tr.doc.resolve(position);
  const isFree = nodeAfter?.type.name === 'paragraph' && nodeAfter.content.size === 0;
  if (!isFree) tr.insert(position, schema.node('paragraph'));
  return tr.setSelection(TextSelection.create(tr.doc, position + 1)).scrollIntoView();
}

// At the edges of blocks, no key may replace something by accident, and there is always a way out.

export function isAt({ selection: { $from, empty } }: EditorState, edge: 'start' | 'end'): boolean {
  const { parentOffset, parent } = $from;
  return empty && parentOffset === (edge === 'start' ? 0 : parent.content.size);
}

/** A gallery takes no paragraphs, so the position after it is used. */
function placeOfParagraph(doc: Node, position: number): number {
  const $position = doc.resolve(position);
  const index = $position.index();
  const isPossible =
    $position.depth === 0 || $position.parent.canReplaceWith(index, index, nodes.paragraph);
  return isPossible ? position : placeOfParagraph(doc, $position.after());
}

export function insertParagraph(tr: Transaction, position: number, text = ''): Transaction {
  const at = placeOfParagraph(tr.doc, position);
  const content = text === '' ? [] : [tr.doc.type.schema.text(text)];
  tr.insert(at, nodes.paragraph.create(null, content));
  return tr.setSelection(TextSelection.create(tr.doc, at + 1 + text.length)).scrollIntoView();
}

/** True if the selection begins or ends in a caption or summary and reaches out of it. */
function reachesOut({ $from, $to }: Selection): boolean {
  const isLine = ({ parent }: ResolvedPos) => ['figure', 'summary'].includes(parent.type.name);
  return !$from.sameParent($to) && (isLine($from) || isLine($to));
}

/** Deletes the text in each block, and blocks that are selected as a whole. */
function deleteTexts(tr: Transaction): Transaction {
  const { from, to, $from } = tr.selection;
  const ranges: { from: number; to: number }[] = [];
  tr.doc.nodesBetween(from, to, (node, position) => {
    const end = position + node.nodeSize;
    if (position >= from && end <= to) {
      ranges.push({ from: position, to: end });
      return false;
    }
    if (!node.isTextblock) return true;
    const start = Math.max(from, position + 1);
    ranges.push({ from: start, to: Math.max(start, Math.min(to, end - 1)) });
    return false;
  });
  for (const range of ranges.toReversed()) tr.delete(range.from, range.to);
  return tr.setSelection(Selection.near(tr.doc.resolve($from.pos))).scrollIntoView();
}

/** Keeps the picture when text in its caption and after it is deleted. */
export const deleteAcrossCaption: Command = ({ selection, tr }, dispatch) => {
  if (!reachesOut(selection)) return false;
  dispatch?.(deleteTexts(tr));
  return true;
};

/** For Backspace at the start of the text below a summary. */
export const toSummary: Command = (state, dispatch) => {
  const { $from } = state.selection;
  const isFirst = $from.depth > 1 && $from.node(-1).type === nodes.details && $from.index(-1) === 1;
  if (!isFirst || !isAt(state, 'start')) return false;
  const { tr } = state;
  const start = $from.before();
  const canGo = $from.parent.content.size === 0 && $from.node(-1).childCount > 2;
  if (canGo) tr.delete(start, $from.after());
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, start - 1)).scrollIntoView());
  return true;
};

/** Delete does it at the end of a summary. */
export const toDetails: Command = (state, dispatch) => {
  const { $from } = state.selection;
  if ($from.parent.type !== nodes.summary || !isAt(state, 'end')) return false;
  dispatch?.(state.tr.setSelection(Selection.near(state.doc.resolve($from.after()), 1)));
  return true;
};

/** For Backspace at the start of a list item, or of what follows a list. */
export const joinList: Command = (state, dispatch) => {
  const { $from } = state.selection;
  if (!isAt(state, 'start') || !$from.parent.isTextblock || $from.depth === 0) return false;
  const item = $from.depth > 1 && $from.node(-1).type === nodes.list_item;
  if (item && $from.index(-1) === 0) return liftListItem(nodes.list_item)(state, dispatch);
  const index = $from.index(-1);
  const before = index > 0 ? $from.node(-1).child(index - 1) : null;
  const isList = before?.type === nodes.bullet_list || before?.type === nodes.ordered_list;
  return isList && joinTextblockBackward(state, dispatch);
};

/** Enter does it on an empty last line. */
export const leaveDetails: Command = (state, dispatch) => {
  const { $from } = state.selection;
  const details = $from.depth > 1 ? $from.node(-1) : null;
  if (details?.type !== nodes.details || $from.parent.content.size > 0) return false;
  if ($from.index(-1) !== details.childCount - 1) return false;
  const { tr } = state;
  const after = $from.after(-1);
  // Details must keep one block below the summary.
  const canGo = details.childCount > 2;
  if (canGo) tr.delete($from.before(), $from.after());
  dispatch?.(insertParagraph(tr, tr.mapping.map(after)));
  return true;
};

/** Enter does it in a caption or summary. */
export const leaveLine: Command = (state, dispatch) => {
  const { $from } = state.selection;
  const { name } = $from.parent.type;
  if (name !== 'figure' && name !== 'summary') return false;
  const after = placeOfParagraph(state.doc, $from.after());
  const next = state.doc.nodeAt(after);
  const isFree = name === 'summary' || (next?.type.name === 'paragraph' && next.content.size === 0);
  const { tr } = state;
  if (isFree && next) tr.setSelection(Selection.near(tr.doc.resolve(after), 1)).scrollIntoView();
  else insertParagraph(tr, after);
  dispatch?.(tr);
  return true;
};

/** Tab adds a row at the end of a table; Shift+Tab in its first cell leads to its tools. */
export const nextCell: Command = (state, dispatch, view) => {
  if (!isInTable(state)) return false;
  if (goToNextCell(1)(state, dispatch)) return true;
  addRowAfter(state, dispatch);
  if (view) goToNextCell(1)(view.state, dispatch);
  return true;
};

export const previousCell: Command = (state, dispatch, view) => {
  if (!isInTable(state)) return false;
  return goToNextCell(-1)(state, dispatch) || toFields(['table'])(state, dispatch, view);
};

/** The browser's caret does not leave these blocks by itself, because they contain fields. */
const WITH_FIELDS = ['figure', 'code_block'];

function isOwnParagraph(node: Node | null): boolean {
  return node?.type === nodes.paragraph;
}

/** Footnotes come after the text, so the block before them is its last one. */
function isBeforeNotes(doc: Node, position: number): boolean {
  const next = doc.nodeAt(position);
  return next !== null && isSection(next);
}

/** Up and down lead out of a row of a table from each of its cells. */
function edgeOfLine($from: ResolvedPos, key: 'up' | 'down' | 'left' | 'right'): number {
  const isRow = (depth: number) => $from.node(depth).type === nodes.table_row;
  const isVertical = key === 'up' || key === 'down';
  let depth = isVertical ? $from.depth : 0;
  while (depth > 0 && !isRow(depth)) depth -= 1;
  const line = depth || $from.depth;
  return key === 'up' || key === 'left' ? $from.before(line) : $from.after(line);
}

/** For arrows out of a caption or code, and out of a first or last block that is no paragraph. */
export function leaveBlock(key: 'up' | 'down' | 'left' | 'right'): Command {
  const dir = key === 'up' || key === 'left' ? -1 : 1;
  return (state, dispatch, view) => {
    const { selection, doc, tr } = state;
    const { $from } = selection;
    if (selection instanceof NodeSelection && selection.node.isAtom && dir > 0) {
      const isLast = isBeforeNotes(doc, selection.to) && $from.depth === 0;
      if (isLast) dispatch?.(insertParagraph(tr, selection.to));
      return isLast;
    }
    if (!(selection instanceof TextSelection) || !selection.empty || $from.depth === 0)
      return false;
    if (!view?.endOfTextblock(key, state)) return false;
    const inField = WITH_FIELDS.includes($from.parent.type.name);
    const edge = dir < 0 ? $from.before(1) : $from.after(1);
    const isDocumentEdge = edge === (dir < 0 ? 0 : doc.content.size);
    const next = Selection.findFrom(doc.resolve(edgeOfLine($from, key)), dir);
    const { isolating, code } = $from.node(1).type.spec;
    const isLast = dir > 0 && isBeforeNotes(doc, edge) && (isolating || code);
    const isOut = isLast ? next && next.from > edge : !next && isDocumentEdge;
    if (isOut && !isOwnParagraph($from.node(1))) {
      dispatch?.(insertParagraph(tr, edge));
      return true;
    }
    if (!inField || !next) return false;
    const isCaption = $from.parent.type.name === 'figure' && dir < 0;
    dispatch?.(
      tr
        .setSelection(isCaption ? NodeSelection.create(doc, $from.before()) : next)
        .scrollIntoView(),
    );
    return true;
  };
}

/** Tab leads from a picture to its fields, Shift+Tab from code. */
export function toFields(names: readonly string[]): Command {
  return (state, _dispatch, view) => {
    const found = findAround(state, ({ type }) => names.includes(type.name));
    if (!found || !view) return false;
    const dom = view.nodeDOM(found.position) as HTMLElement | null;
    const field = dom?.querySelector('[data-controls] :is(input, button), input[data-controls]');
    if (!(field instanceof HTMLElement)) return false;
    field.focus();
    return true;
  };
}

/** Enter does it on a picture in a gallery, which would otherwise be split. */
export const writeBelowPicture: Command = ({ selection, tr }, dispatch) => {
  const isPicture = selection instanceof NodeSelection && isInGallery(selection.$from);
  if (isPicture) dispatch?.(insertParagraph(tr, selection.to));
  return isPicture;
};

/** A typed letter does not replace a selected block, but begins a paragraph after it. */
function typeAfterBlock(view: EditorView, text: string): boolean {
  const { selection, tr } = view.state;
  if (selection instanceof NodeSelection && selection.node.isBlock) {
    view.dispatch(insertParagraph(tr, selection.to, text));
    return true;
  }
  if (!reachesOut(selection)) return false;
  view.dispatch(deleteTexts(tr).insertText(text));
  return true;
}

/** A click above the first or below the last block adds a paragraph there, if there is none. */
function clickBeside(view: EditorView, event: MouseEvent): boolean {
  const { doc, tr } = view.state;
  const first = view.nodeDOM(0);
  const startOfLast = doc.content.size - (doc.lastChild?.nodeSize ?? 0);
  const notes = isBeforeNotes(doc, startOfLast) ? view.nodeDOM(startOfLast) : null;
  const isAboveNotes =
    notes instanceof HTMLElement && event.clientY < notes.getBoundingClientRect().top;
  const end = isAboveNotes ? startOfLast : doc.content.size;
  const lastBlock = doc.resolve(end).nodeBefore;
  const last = view.nodeDOM(end - (lastBlock?.nodeSize ?? 0));
  if (
    event.target !== view.dom ||
    !(first instanceof HTMLElement) ||
    !(last instanceof HTMLElement)
  )
    return false;
  const isAbove = event.clientY < first.getBoundingClientRect().top;
  const isBelow = event.clientY > last.getBoundingClientRect().bottom;
  const block = isAbove ? doc.firstChild : lastBlock;
  if ((!isAbove && !isBelow) || isOwnParagraph(block)) return false;
  event.preventDefault();
  view.dispatch(insertParagraph(tr, isAbove ? 0 : end));
  view.focus();
  return true;
}

export function edges(): Plugin {
  return new Plugin({
    props: {
      handleTextInput: (view, _from, _to, text) => typeAfterBlock(view, text),
      handleDOMEvents: { mousedown: clickBeside },
    },
  });
}
