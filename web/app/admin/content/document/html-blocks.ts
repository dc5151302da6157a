import {
  type Group,
  groupTopLevel,
  type NodeReader,
  type Piece,
} from '@longhand/contract/bare-paragraphs';
import { TooComplexError } from '../html/bounded-html.ts';
import {
  type ChildNode,
  isComment,
  isElement,
  isText,
  parseHtml,
  parseWithPositions,
  writeNodes,
} from './parse-html.ts';

export type SourceBlock = {
  readonly source: string;
  /** What follows it, up to the next block: white space, comments, and what parsers ignore. */
  readonly after: string;
  /** Text and inline elements that stand without a block element around them. */
  readonly isBare: boolean;
  /** The nodes of the block, parsed on its own; null if it has to stay as it is. */
  readonly nodes: readonly ChildNode[] | null;
};

export type SourceText = {
  readonly before: string;
  readonly blocks: readonly SourceBlock[];
};

/** Whether a comment stands for a picture that is being uploaded. */
type IsPlaceholder = (comment: string) => boolean;

type Kind = 'block' | 'bare' | 'between';
type Range = { readonly from: number; readonly to: number };
type Slice = Range & { readonly kind: Kind };

function rangeOf(node: ChildNode, source: string): Range {
  const { startOffset: from, endOffset: to } = node.sourceCodeLocation ?? MOVED;
  // The parser gives an unclosed <textarea> or <script> no length: it reaches to the end.
  return { from, to: to === from ? source.length : to };
}

/** The parser has implied the node. */
const MOVED = { startOffset: -1, endOffset: -1 };

function reader(source: string): NodeReader<ChildNode> {
  return {
    // As it is written, so that offsets in it are offsets in the source.
    textOf(node) {
      const { from, to } = rangeOf(node, source);
      return isText(node) ? source.slice(from, to) : undefined;
    },
    tagOf: (node) => (isElement(node) ? node.tagName : undefined),
    childrenOf: (node) => (isElement(node) ? node.childNodes : []),
  };
}

function pieceRange({ node, text }: Piece<ChildNode>, source: string): Range {
  const { from, to } = rangeOf(node, source);
  return text ? { from: from + text.start, to: from + text.end } : { from, to };
}

/** The blocks that readers see, each with its place in the source. */
export function topLevelBlocks(source: string, nodes: readonly ChildNode[]) {
  return groupTopLevel(nodes, reader(source))
    .filter(({ kind }) => kind !== 'space')
    .map(({ pieces }) => {
      const ranges = pieces.map((piece) => pieceRange(piece, source));
      const { from } = ranges[0] as Range;
      return { from, to: ranges.at(-1)?.to ?? from, nodes: pieces.map(nodeOfPiece) };
    });
}

/** A part of a text, as a text of its own. */
function nodeOfPiece({ node, text }: Piece<ChildNode>): ChildNode {
  if (!text || !isText(node)) return node;
  return { ...node, value: node.value.slice(text.start, text.end) };
}

/** What is in a group, each with the source of its own. */
function slicesOf(
  { kind, pieces }: Group<ChildNode>,
  source: string,
  isPlaceholder: IsPlaceholder,
): Slice[] {
  const ranges = pieces.map((piece) => pieceRange(piece, source));
  if (kind !== 'space') {
    const { from } = ranges[0] as Range;
    return [{ kind: kind === 'block' ? 'block' : 'bare', from, to: ranges.at(-1)?.to ?? from }];
  }
  return pieces.map(({ node }, index) => {
    const range = ranges[index] as Range;
    const isUpload = isComment(node) && isPlaceholder(source.slice(range.from, range.to));
    // An element that readers do not see is a block that the writer sees.
    return { ...range, kind: isElement(node) || isUpload ? 'block' : 'between' };
  });
}

/** Up to where the parser has moved or implied something, so that no slice is the source of a node. */
function allSlices(
  source: string,
  nodes: readonly ChildNode[],
  isPlaceholder: IsPlaceholder,
): Slice[] {
  const slices: Slice[] = [];
  let at = 0;
  const add = (slice: Slice) => {
    const last = slices.at(-1);
    // In one piece, as a line break can have two characters.
    const isContinued = last?.kind === 'between' && slice.kind === 'between';
    if (isContinued) slices[slices.length - 1] = { ...last, to: slice.to };
    else slices.push(slice);
    at = slice.to;
  };
  for (const group of groupTopLevel(nodes, reader(source))) {
    for (const slice of slicesOf(group, source, isPlaceholder)) {
      if (slice.from < at) return slices;
      // What the parser has dropped, such as a closing tag of nothing.
      if (slice.from > at) add({ kind: 'between', from: at, to: slice.from });
      add(slice);
    }
  }
  if (at < source.length) add({ kind: 'between', from: at, to: source.length });
  return slices;
}

/** One block that nothing is known of. */
export function unsplitBlock(source: string): SourceBlock {
  return { source, after: '', isBare: false, nodes: null };
}

function unsplit(source: string): SourceText {
  return { before: '', blocks: [unsplitBlock(source)] };
}

/**
 * Cuts a text into its top-level blocks; joined again, they are the text. Where blocks would be parsed
 * differently on their own, as after an unclosed `<b>`, the rest is one block.
 */
export function splitBlocks(
  source: string,
  isPlaceholder: IsPlaceholder = () => false,
): SourceText {
  try {
    const nodes = parseWithPositions(source);
    const slices = allSlices(source, nodes, isPlaceholder);
    return collect(source, nodes, slices);
  } catch (error) {
    if (error instanceof TooComplexError) return unsplit(source);
    throw error;
  }
}

/** Not parsed, as there is one between almost all blocks. */
const PLAIN_SPACE = /^[ \t\n]*$/;

/** The rest of a text, from the block on whose end the parser has read otherwise. */
function unsplitRest(source: string, { before, blocks }: MutableText): SourceText {
  const last = blocks.at(-1);
  if (!last) return unsplit(source);
  const rest = unsplit(source.slice(last.from)).blocks;
  return { before, blocks: [...blocks.slice(0, -1), ...rest] };
}

type MutableText = {
  before: string;
  blocks: { from: number; source: string; after: string; isBare: boolean; nodes: ChildNode[] }[];
};

function collect(
  source: string,
  nodes: readonly ChildNode[],
  slices: readonly Slice[],
): SourceText {
  const whole = writeNodes(nodes);
  const text: MutableText = { before: '', blocks: [] };
  let at = 0;
  for (const { kind, from, to } of slices) {
    const slice = source.slice(from, to);
    const own = PLAIN_SPACE.test(slice) ? null : parseHtml(slice);
    const parsed = own ? writeNodes(own) : slice;
    if (!whole.startsWith(parsed, at)) return unsplitRest(source, text);
    at += parsed.length;
    const last = text.blocks.at(-1);
    if (kind !== 'between') {
      text.blocks.push({
        from,
        source: slice,
        after: '',
        isBare: kind === 'bare',
        nodes: own ?? [],
      });
    } else if (last) last.after += slice;
    else text.before += slice;
  }
  const end = slices.at(-1)?.to ?? 0;
  // A comment alone may be unclosed, and would contain what is written after it.
  if (text.blocks.length === 0 && text.before.trim() !== '') return unsplit(source);
  const isComplete = at === whole.length && end === source.length;
  return isComplete ? text : unsplitRest(source, text);
}
