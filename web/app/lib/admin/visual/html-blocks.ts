import { serialize } from 'parse5';
import {
  type ChildNode,
  isComment,
  isElement,
  isText,
  parseHtml,
  TooComplexError,
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

const INLINE_TAGS = new Set(
  'a abbr b bdi bdo big br cite code del dfn em font i img ins kbd mark picture q rp rt ruby s samp small span strike strong sub sup time u var wbr'.split(
    ' ',
  ),
);

const BLANK_LINE = /\r?\n[ \t]*\r?\n\s*/g;
const SPACE = /^[ \t\r\n\f]*$/;

/** Whether a comment stands for a picture that is being uploaded. */
type IsPlaceholder = (comment: string) => boolean;

type Kind = 'block' | 'bare' | 'between';
type Piece = { readonly kind: Kind | 'comment'; readonly from: number; readonly to: number };

/** Pieces of a text node at the top level: paragraphs, and the blank lines between them. */
function textPieces(source: string, from: number, to: number): Piece[] {
  const pieces: Piece[] = [];
  let at = from;
  for (const match of source.slice(from, to).matchAll(BLANK_LINE)) {
    const start = from + match.index;
    if (start > at) pieces.push({ kind: 'bare', from: at, to: start });
    at = start + match[0].length;
    pieces.push({ kind: 'between', from: start, to: at });
  }
  if (to > at) pieces.push({ kind: 'bare', from: at, to });
  return pieces;
}

function pieceKind(node: ChildNode, source: string, isPlaceholder: IsPlaceholder): Piece['kind'] {
  if (isComment(node)) return isPlaceholder(source) ? 'block' : 'comment';
  return isElement(node) && !INLINE_TAGS.has(node.tagName) ? 'block' : 'bare';
}

/** Null if the parser has moved or implied something, so that no slice is the source of a node. */
function piecesOf(
  source: string,
  nodes: readonly ChildNode[],
  isPlaceholder: IsPlaceholder,
): Piece[] | null {
  const pieces: Piece[] = [];
  let at = 0;
  for (const node of nodes) {
    const location = node.sourceCodeLocation;
    if (!location || location.startOffset < at) return null;
    // What the parser has dropped, such as a closing tag of nothing.
    if (location.startOffset > at)
      pieces.push({ kind: 'between', from: at, to: location.startOffset });
    // The parser gives an unclosed <textarea> or <script> no length: it reaches to the end.
    const isUnclosed = location.endOffset === location.startOffset;
    at = isUnclosed ? source.length : location.endOffset;
    if (isText(node)) pieces.push(...textPieces(source, location.startOffset, at));
    else {
      const kind = pieceKind(node, source.slice(location.startOffset, at), isPlaceholder);
      pieces.push({ kind, from: location.startOffset, to: at });
    }
  }
  if (at < source.length) pieces.push({ kind: 'between', from: at, to: source.length });
  return pieces;
}

/** Joins bare pieces to paragraphs. White space and comments at their edges are between blocks. */
function joinPieces(source: string, pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const [index, piece] of pieces.entries()) {
    const last = joined.at(-1);
    const isBetween = piece.kind === 'comment' || SPACE.test(source.slice(piece.from, piece.to));
    const isWithin = last?.kind === 'bare' && pieces[index + 1]?.kind === 'bare';
    const isBare = isBetween ? piece.kind !== 'between' && isWithin : piece.kind === 'bare';
    if (isBare && last?.kind === 'bare') joined[joined.length - 1] = { ...last, to: piece.to };
    else joined.push(isBetween ? { ...piece, kind: 'between' } : piece);
  }
  return joined.flatMap((piece) => trimPiece(source, piece));
}

function trimPiece(source: string, piece: Piece): Piece[] {
  if (piece.kind !== 'bare') return [piece];
  const text = source.slice(piece.from, piece.to);
  const from = piece.from + text.length - text.replace(/^[ \t\r\n\f]+/, '').length;
  const to = piece.from + text.replace(/[ \t\r\n\f]+$/, '').length;
  return [
    { kind: 'between' as const, from: piece.from, to: from },
    { kind: 'bare' as const, from, to },
    { kind: 'between' as const, from: to, to: piece.to },
  ].filter((part) => part.to > part.from);
}

/** One block that nothing is known of. */
function unsplit(source: string): SourceText {
  return { before: '', blocks: [{ source, after: '', isBare: false, nodes: null }] };
}

function html(nodes: readonly ChildNode[]): string {
  return nodes.map((node) => serialize({ childNodes: [node] } as never)).join('');
}

/**
 * Cuts a text into its top-level blocks; joined again, they are the text. A text whose blocks would
 * be parsed differently on their own is one block.
 */
export function splitBlocks(
  source: string,
  isPlaceholder: IsPlaceholder = () => false,
): SourceText {
  try {
    const nodes = parseHtml(source);
    const pieces = piecesOf(source, nodes, isPlaceholder);
    return (pieces && collect(source, nodes, joinPieces(source, pieces))) ?? unsplit(source);
  } catch (error) {
    if (error instanceof TooComplexError) return unsplit(source);
    throw error;
  }
}

function collect(
  source: string,
  nodes: readonly ChildNode[],
  pieces: readonly Piece[],
): SourceText | null {
  let before = '';
  let parsed = '';
  const blocks: { source: string; after: string; isBare: boolean; nodes: ChildNode[] }[] = [];
  for (const { kind, from, to } of pieces) {
    const slice = source.slice(from, to);
    const own = parseHtml(slice);
    parsed += html(own);
    const last = blocks.at(-1);
    if (kind !== 'between') {
      blocks.push({ source: slice, after: '', isBare: kind === 'bare', nodes: own });
    } else if (last) last.after += slice;
    else before += slice;
  }
  return parsed === html(nodes) ? { before, blocks } : null;
}
