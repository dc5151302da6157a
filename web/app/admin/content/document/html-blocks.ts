import {
  type Group,
  groupTopLevel,
  type NodeReader,
  type Piece,
} from '@longhand/contract/text/bare-paragraphs';
import type { Range } from '../html/html-tags.ts';
import {
  type ChildNode,
  isComment,
  isElement,
  isText,
  parseHtml,
  parseWithPositions,
  TooComplexError,
  writeNodes,
} from './parse-html.ts';

export type SourceBlock = {
  readonly source: string;
  /** White space, comments and ignored source up to the next block. */
  readonly after: string;
  /** True for text and inline elements without a block element around them. */
  readonly isBare: boolean;
  /** The nodes of the block, parsed on its own; null if it must stay as it is. */
  readonly nodes: readonly ChildNode[] | null;
};

type SourceText = {
  readonly before: string;
  readonly blocks: readonly SourceBlock[];
};

type IsPlaceholder = (comment: string) => boolean;

type Kind = 'block' | 'bare' | 'between';
type Slice = Range & { readonly kind: Kind };

function rangeOf(node: ChildNode, source: string): Range {
  const { startOffset: from, endOffset: to } = node.sourceCodeLocation ?? MOVED;
  // The parser gives an unclosed <textarea> or <script> no length, but it reaches to the end.
  return { from, to: to === from ? source.length : to };
}

/** Nodes that the parser has implied have no location. */
const MOVED = { startOffset: -1, endOffset: -1 };

function reader(source: string): NodeReader<ChildNode> {
  return {
    // Returns the source text, so that its offsets are offsets in the source.
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

export function topLevelBlocks(source: string, nodes: readonly ChildNode[]) {
  return groupTopLevel(nodes, reader(source))
    .filter(({ kind }) => kind !== 'space')
    .map(({ pieces }) => {
      const ranges = pieces.map((piece) => pieceRange(piece, source));
      const { from } = ranges[0] as Range;
      return { from, to: ranges.at(-1)?.to ?? from, nodes: pieces.map(nodeOfPiece) };
    });
}

function nodeOfPiece({ node, text }: Piece<ChildNode>): ChildNode {
  if (!text || !isText(node)) return node;
  return { ...node, value: node.value.slice(text.start, text.end) };
}

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
    // An element that readers do not see is still a block for the writer.
    return { ...range, kind: isElement(node) || isUpload ? 'block' : 'between' };
  });
}

/**
 * Stops where the parser has moved or implied something, because no slice is then the source of a
 * node.
 */
function allSlices(
  source: string,
  nodes: readonly ChildNode[],
  isPlaceholder: IsPlaceholder,
): Slice[] {
  const slices: Slice[] = [];
  let at = 0;
  const add = (slice: Slice) => {
    const last = slices.at(-1);
    // Kept in one piece because a line break can have two characters.
    const isContinued = last?.kind === 'between' && slice.kind === 'between';
    if (isContinued) slices[slices.length - 1] = { ...last, to: slice.to };
    else slices.push(slice);
    at = slice.to;
  };
  for (const group of groupTopLevel(nodes, reader(source))) {
    for (const slice of slicesOf(group, source, isPlaceholder)) {
      if (slice.from < at) return slices;
      // The parser drops some source, such as a closing tag without an opening one.
      if (slice.from > at) add({ kind: 'between', from: at, to: slice.from });
      add(slice);
    }
  }
  if (at < source.length) add({ kind: 'between', from: at, to: source.length });
  return slices;
}

export function unsplitBlock(source: string): SourceBlock {
  return { source, after: '', isBare: false, nodes: null };
}

function unsplit(source: string): SourceText {
  return { before: '', blocks: [unsplitBlock(source)] };
}

/**
 * Cuts a text into its top-level blocks, which give the text again when joined. Where blocks would
 * be parsed differently on their own, as after an unclosed `<b>`, the rest is one block.
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

/** Not parsed, because there is such space between almost all blocks. */
const PLAIN_SPACE = /^[ \t\n]*$/;

/** The rest begins with the block at whose end parsing alone gave another result. */
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
  // A lone comment may be unclosed, and would contain what is written after it.
  if (text.blocks.length === 0 && text.before.trim() !== '') return unsplit(source);
  const isComplete = at === whole.length && end === source.length;
  return isComplete ? text : unsplitRest(source, text);
}
