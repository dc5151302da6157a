import { type Video, videoHtml } from '@longhand/contract/media/video-address';
import { lift, toggleMark, wrapIn } from 'prosemirror-commands';
import type { Attrs, MarkType, Node, NodeType } from 'prosemirror-model';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import { type Command, type EditorState, NodeSelection, Selection } from 'prosemirror-state';
import { isInTable } from 'prosemirror-tables';
import { hasClass, setClass } from '../../document/extra-classes.ts';
import { isSection } from '../../document/footnote-nodes.ts';
import { type Extra, type MarkName, marks, nodes, schema } from '../../document/schema.ts';
import { blocksFromHtml } from '../../document/slices.ts';
import { TABLE_HTML } from '../../html/text-structures.ts';

export function findAround(
  { selection }: EditorState,
  accept: (node: Node) => boolean,
): { readonly node: Node; readonly position: number } | null {
  if (selection instanceof NodeSelection && accept(selection.node))
    return { node: selection.node, position: selection.from };
  const { $from, to } = selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (accept(node) && to <= $from.end(depth)) return { node, position: $from.before(depth) };
  }
  return null;
}

export function isMarkActive(state: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = state.selection;
  if (empty) return Boolean(type.isInSet(state.storedMarks ?? $from.marks()));
  return state.doc.rangeHasMark(from, to, type);
}

function textblocks({ selection, doc }: EditorState): Node[] {
  const found: Node[] = [];
  doc.nodesBetween(selection.from, selection.to, (node) => {
    if (node.isTextblock) found.push(node);
  });
  return found;
}

/**
 * Keeps the source of the block and its attributes. Captions are left out because they would lose
 * their picture.
 */
function setBlock(type: NodeType, attrs: Attrs = {}): Command {
  return (state, dispatch) => {
    if (textblocks(state).some((node) => node.type === nodes.figure)) return false;
    const { from, to } = state.selection;
    const transaction = state.tr.setBlockType(from, to, type, (old) => ({
      origin: old.attrs.origin ?? null,
      extra: old.attrs.extra ?? [],
      ...attrs,
    }));
    if (!transaction.docChanged) return false;
    dispatch?.(transaction.scrollIntoView());
    return true;
  };
}

export const toParagraph: Command = setBlock(nodes.paragraph);

export function isHeading(state: EditorState, level: number): boolean {
  const found = textblocks(state);
  return (
    found.length > 0 &&
    found.every(({ type, attrs }) => type === nodes.heading && attrs.level === level)
  );
}

/** Headings that already have this level become paragraphs. */
export function toggleHeading(level: number): Command {
  return (state, dispatch) =>
    (isHeading(state, level) ? toParagraph : setBlock(nodes.heading, { level }))(state, dispatch);
}

export function toggle(name: MarkName): Command {
  return toggleMark(marks[name]);
}

function listAround(state: EditorState) {
  return findAround(state, ({ type }) => type === nodes.bullet_list || type === nodes.ordered_list);
}

export function isList(state: EditorState, name: string): boolean {
  return listAround(state)?.node.type === nodes[name];
}

export function toggleList(name: 'bullet_list' | 'ordered_list'): Command {
  return (state, dispatch) => {
    const list = listAround(state);
    if (!list) return wrapInList(nodes[name])(state, dispatch);
    if (list.node.type === nodes[name]) return liftListItem(nodes.list_item)(state, dispatch);
    const { origin, extra } = list.node.attrs;
    dispatch?.(state.tr.setNodeMarkup(list.position, nodes[name], { origin, extra }));
    return true;
  };
}

const PULL = 'pull';

function quoteAround(state: EditorState) {
  return findAround(state, ({ type }) => type === nodes.blockquote);
}

export function isQuote(state: EditorState): boolean {
  return quoteAround(state) !== null;
}

export function isPullQuote(state: EditorState): boolean {
  const quote = quoteAround(state);
  return quote !== null && hasClass(quote.node.attrs.extra, PULL);
}

export const toggleQuote: Command = (state, dispatch) =>
  isQuote(state) ? lift(state, dispatch) : wrapIn(nodes.blockquote)(state, dispatch);

/** Turns a pull quote into a quote, and a quote or other text into a pull quote. */
export const togglePullQuote: Command = (state, dispatch) => {
  const quote = quoteAround(state);
  if (!quote) return wrapIn(nodes.blockquote, { extra: setClass([], PULL, true) })(state, dispatch);
  const old: Extra = quote.node.attrs.extra;
  const extra = setClass(old, PULL, !hasClass(old, PULL));
  dispatch?.(state.tr.setNodeMarkup(quote.position, undefined, { ...quote.node.attrs, extra }));
  return true;
};

function isInCodeBlock(state: EditorState): boolean {
  return findAround(state, ({ type }) => type === nodes.code_block) !== null;
}

function isPartOfLine({ selection: { empty, $from, $to } }: EditorState): boolean {
  return !empty && $from.sameParent($to);
}

export function isCode(state: EditorState): boolean {
  return isInCodeBlock(state) || (isPartOfLine(state) && isMarkActive(state, marks.code));
}

/** Code in a line if some of it is selected, else a block of code. */
export const toggleCode: Command = (state, dispatch) => {
  if (isInCodeBlock(state)) return toParagraph(state, dispatch);
  if (isPartOfLine(state)) return toggle('code')(state, dispatch);
  return setBlock(nodes.code_block)(state, dispatch);
};

/** Replaces an empty paragraph, otherwise inserts after the block with the selection. */
export function insertBlocks(
  created: readonly Node[],
  select: 'after' | 'inside' = 'after',
): Command {
  return (state, dispatch) => {
    const { $from, $to } = state.selection;
    const isEmpty = $from.parent.type === nodes.paragraph && $from.parent.content.size === 0;
    const depth = isEmpty ? $from.depth : blockDepth(state);
    const end = depth > 0 ? $to.after(depth) : $to.pos;
    const start = isEmpty ? $from.before(depth) : end;
    const { tr } = state;
    tr.replaceWith(start, end, created);
    const after = start + created.reduce((sum, node) => sum + node.nodeSize, 0);
    const { nodeAfter: next, depth: outer } = tr.doc.resolve(after);
    // There must be a place to write, and an existing heading or list is none, nor are footnotes.
    const isLast = next ? isSection(next) : outer === 0;
    const isPlaceNeeded = isLast || (next && select === 'after' && next.type !== nodes.paragraph);
    if (isPlaceNeeded) tr.insert(after, nodes.paragraph.create());
    const target = select === 'after' ? after : start;
    tr.setSelection(Selection.near(tr.doc.resolve(target), 1));
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

/** In a list or table, the depth of the whole of it. */
function blockDepth({ selection: { $from } }: EditorState): number {
  for (let depth = 1; depth < $from.depth; depth += 1) {
    const { type } = $from.node(depth);
    if (type !== nodes.container && type !== nodes.blockquote) return depth;
  }
  return $from.depth;
}

export const insertBreak: Command = (state, dispatch) => {
  if (!state.selection.$from.parent.inlineContent) return false;
  const hardBreak = nodes.hard_break.create();
  dispatch?.(state.tr.replaceSelectionWith(hardBreak).scrollIntoView());
  return true;
};

export const insertRule: Command = insertBlocks([nodes.rule.create()]);

/** The selected rule, or the one right before the caret, where it is after it was inserted. */
function ruleAt({ selection, doc }: EditorState): number | null {
  if (selection instanceof NodeSelection)
    return selection.node.type === nodes.rule ? selection.from : null;
  const { $from, empty } = selection;
  if (!empty || $from.parentOffset > 0) return null;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const { nodeBefore, pos } = doc.resolve($from.before(depth));
    if (nodeBefore) return nodeBefore.type === nodes.rule ? pos - nodeBefore.nodeSize : null;
  }
  return null;
}

export function isRule(state: EditorState): boolean {
  return ruleAt(state) !== null;
}

/** Inserts a rule below the block of the caret, or removes the one at the caret. */
export const toggleRule: Command = (state, dispatch) => {
  const position = ruleAt(state);
  if (position === null) return insertRule(state, dispatch);
  dispatch?.(state.tr.deleteRange(position, position + 1).scrollIntoView());
  return true;
};

export const insertTable: Command = (state, dispatch) =>
  !isInTable(state) && insertBlocks(blocksFromHtml(TABLE_HTML), 'inside')(state, dispatch);

export const insertNote: Command = (state, dispatch) =>
  wrapIn(nodes.container, { tag: 'aside', extra: [['class', 'note']] })(state, dispatch);

export const insertDetails: Command = insertBlocks(
  [nodes.details.create(null, [nodes.summary.create(), nodes.paragraph.create()])],
  'inside',
);

export function insertVideo(video: Video): Command {
  return insertBlocks(blocksFromHtml(videoHtml(video)));
}

export function linkAround(
  state: EditorState,
): { readonly from: number; readonly to: number; readonly href: string } | null {
  const { $from, empty, from, to } = state.selection;
  const beside = [$from.nodeAfter, empty ? $from.nodeBefore : null];
  const mark = beside.map((node) => node && marks.link.isInSet(node.marks)).find(Boolean);
  if (!mark) return null;
  const parent = $from.parent;
  let position = $from.start();
  const ranges: { from: number; to: number }[] = [];
  for (const child of parent.children) {
    const end = position + child.nodeSize;
    const last = ranges.at(-1);
    if (mark.isInSet(child.marks)) {
      if (last?.to === position) last.to = end;
      else ranges.push({ from: position, to: end });
    }
    position = end;
  }
  const range = ranges.find((each) => each.from <= from && to <= each.to);
  return range ? { ...range, href: mark.attrs.href ?? '' } : null;
}

/** Leaves out spaces at both ends, which nobody means to underline. */
function wordsSelected({ doc, selection }: EditorState): {
  from: number;
  to: number;
  empty: boolean;
} {
  const { from, to, empty } = selection;
  const text = doc.textBetween(from, to, ' ', '\ufffc');
  if (text.trim() === '' || text.length !== to - from) return { from, to, empty };
  const start = from + text.length - text.trimStart().length;
  return { from: start, to: start + text.trim().length, empty };
}

/** Null removes the link. Without a selection, the address becomes the text. */
export function setLink(href: string | null, typed?: string): Command {
  return (state, dispatch) => {
    const around = linkAround(state);
    const { from, to, empty } = around ? { ...around, empty: false } : wordsSelected(state);
    const { tr } = state;
    const type = marks.link;
    if (href === null) tr.removeMark(from, to, type);
    else if (empty)
      tr.replaceSelectionWith(schema.text(typed ?? href, [type.create({ href })]), false);
    else {
      // An existing link keeps its other attributes.
      const old = around && type.isInSet(state.doc.nodeAt(from)?.marks ?? []);
      tr.removeMark(from, to, type).addMark(from, to, type.create({ ...old?.attrs, href }));
    }
    tr.removeStoredMark(type);
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}
