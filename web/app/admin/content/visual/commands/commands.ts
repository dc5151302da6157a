import type { Video } from '@longhand/contract/video-address';
import { videoHtml } from '@longhand/contract/video-embed';
import { lift, toggleMark, wrapIn } from 'prosemirror-commands';
import type { Attrs, MarkType, Node, NodeType } from 'prosemirror-model';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import { type Command, type EditorState, NodeSelection, Selection } from 'prosemirror-state';
import { isInTable } from 'prosemirror-tables';
import { hasClass, setClass } from '../../document/extra-classes.ts';
import { type Extra, schema } from '../../document/schema.ts';
import { blocksFromHtml } from '../../document/slices.ts';
import { TABLE_HTML } from '../../html/text-structures.ts';

const { nodes, marks } = schema;

export function nodeType(name: string): NodeType {
  const type = nodes[name];
  if (!type) throw new Error(`The schema has no node ${name}`);
  return type;
}

export function markType(name: string): MarkType {
  const type = marks[name];
  if (!type) throw new Error(`The schema has no mark ${name}`);
  return type;
}

/** The innermost node around the selection that the test accepts, with its position. */
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

/** The source of the block and the attributes of its element stay. A caption would lose its picture. */
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

export const toParagraph: Command = setBlock(nodeType('paragraph'));

export function isHeading(state: EditorState, level: number): boolean {
  const found = textblocks(state);
  return (
    found.length > 0 &&
    found.every(({ type, attrs }) => type === nodes.heading && attrs.level === level)
  );
}

/** Makes headings of the blocks, of this level, or paragraphs of headings that have it. */
export function toggleHeading(level: number): Command {
  return (state, dispatch) =>
    (isHeading(state, level) ? toParagraph : setBlock(nodeType('heading'), { level }))(
      state,
      dispatch,
    );
}

export function toggle(name: string): Command {
  return toggleMark(markType(name));
}

function listAround(state: EditorState) {
  return findAround(state, ({ type }) => type === nodes.bullet_list || type === nodes.ordered_list);
}

export function isList(state: EditorState, name: string): boolean {
  return listAround(state)?.node.type === nodes[name];
}

/** Makes a list, changes the kind of a list, or removes it. */
export function toggleList(name: 'bullet_list' | 'ordered_list'): Command {
  return (state, dispatch) => {
    const list = listAround(state);
    if (!list) return wrapInList(nodeType(name))(state, dispatch);
    if (list.node.type === nodes[name]) return liftListItem(nodeType('list_item'))(state, dispatch);
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
  isQuote(state) ? lift(state, dispatch) : wrapIn(nodeType('blockquote'))(state, dispatch);

/** A pull quote becomes a quote, a quote a pull quote, other text a pull quote. */
export const togglePullQuote: Command = (state, dispatch) => {
  const quote = quoteAround(state);
  if (!quote)
    return wrapIn(nodeType('blockquote'), { extra: setClass([], PULL, true) })(state, dispatch);
  const old: Extra = quote.node.attrs.extra;
  const extra = setClass(old, PULL, !hasClass(old, PULL));
  dispatch?.(state.tr.setNodeMarkup(quote.position, undefined, { ...quote.node.attrs, extra }));
  return true;
};

/** Code in a line if some of it is selected, else a block of code. */
export const toggleCode: Command = (state, dispatch) => {
  const { empty, $from, $to } = state.selection;
  const block = findAround(state, ({ type }) => type === nodes.code_block);
  if (block) return toParagraph(state, dispatch);
  if (!empty && $from.sameParent($to)) return toggle('code')(state, dispatch);
  return setBlock(nodeType('code_block'))(state, dispatch);
};

/** Puts blocks in place of an empty paragraph, else after the block with the selection. */
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
    // There is always a place to write on, which is no heading or list that was there before.
    const isPlaceNeeded = next ? select === 'after' && next.type !== nodes.paragraph : outer === 0;
    if (isPlaceNeeded) tr.insert(after, nodeType('paragraph').create());
    const target = select === 'after' ? after : start;
    tr.setSelection(Selection.near(tr.doc.resolve(target), 1));
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

/** The depth of the block that contains the selection: in a list or table, the whole of it. */
function blockDepth({ selection: { $from } }: EditorState): number {
  for (let depth = 1; depth < $from.depth; depth += 1) {
    const { type } = $from.node(depth);
    if (type !== nodes.container && type !== nodes.blockquote) return depth;
  }
  return $from.depth;
}

export const insertBreak: Command = (state, dispatch) => {
  if (!state.selection.$from.parent.inlineContent) return false;
  const hardBreak = nodeType('hard_break').create();
  dispatch?.(state.tr.replaceSelectionWith(hardBreak).scrollIntoView());
  return true;
};

export const insertRule: Command = insertBlocks([nodeType('rule').create()]);

/** The position of the rule that is selected, or right before the caret: there it is after inserting one. */
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
  wrapIn(nodeType('container'), { tag: 'aside', extra: [['class', 'note']] })(state, dispatch);

export const insertDetails: Command = insertBlocks(
  [
    nodeType('details').create(null, [
      nodeType('summary').create(),
      nodeType('paragraph').create(),
    ]),
  ],
  'inside',
);

export function insertVideo(video: Video): Command {
  return insertBlocks(blocksFromHtml(videoHtml(video)));
}

/** The link around the selection: the range with the same address. */
export function linkAround(
  state: EditorState,
): { readonly from: number; readonly to: number; readonly href: string } | null {
  const { $from, empty, from, to } = state.selection;
  const link = marks.link;
  const beside = [$from.nodeAfter, empty ? $from.nodeBefore : null];
  const mark = beside.map((node) => node && link?.isInSet(node.marks)).find(Boolean);
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

/** The selection without spaces at its ends, which nobody means to underline. */
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

/** Null removes the link. Without a selection the address becomes the text. */
export function setLink(href: string | null, typed?: string): Command {
  return (state, dispatch) => {
    const around = linkAround(state);
    const { from, to, empty } = around ? { ...around, empty: false } : wordsSelected(state);
    const { tr } = state;
    const type = markType('link');
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
