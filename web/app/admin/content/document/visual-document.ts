import type { Node } from 'prosemirror-model';
import { nodeFromHtml } from './from-html.ts';
import { type SourceBlock, splitBlocks, unsplitBlock } from './html-blocks.ts';
import { NotEditableError } from './inline-from-html.ts';
import { closedHtml, parseHtml, TooComplexError } from './parse-html.ts';
import { contentForm } from './same-content.ts';
import { schema } from './schema.ts';
import { blockHtml } from './to-html.ts';

/**
 * The key of an opened block. It is an object so that what is known of the block is freed with its
 * nodes.
 */
type OriginKey = {
  /** One more than the number of the block before it. */
  readonly number: number;
};

type Origin = Omit<SourceBlock, 'nodes'> & {
  readonly node: Node;
  /** The source between it and the block before it. */
  readonly before: string;
};

function withOrigin(node: Node, origin: OriginKey): Node {
  return node.type.create({ ...node.attrs, origin }, node.content, node.marks);
}

function rawHtml(html: string): Node {
  return schema.node('raw_html', { html });
}

/** A block is editable if writing it again loses nothing. */
function readBlock({ source, nodes }: SourceBlock): Node {
  if (!nodes) return rawHtml(source);
  try {
    const node = nodeFromHtml(nodes);
    const written = blockHtml(node);
    // True for most blocks; skips parsing, which takes long.
    if (written === source) return node;
    const again = parseHtml(written);
    return bareForm(again) === bareForm(nodes) ? node : rawHtml(source);
  } catch (error) {
    if (error instanceof NotEditableError || error instanceof RangeError) return rawHtml(source);
    if (error instanceof TooComplexError) return rawHtml(source);
    throw error;
  }
}

/** At the top level, text means the same with and without `<p>`. */
function bareForm(nodes: Parameters<typeof contentForm>[0]): string {
  const form = contentForm(nodes);
  return /^<p>.*<\/>$/s.test(form) && form.indexOf('</>') === form.length - 3
    ? form.slice(3, -3)
    : form;
}

const BLANK_LINE = /\n[ \t\r]*\n/;

function isEmptyText(node: Node): boolean {
  if (node.type.name === 'gallery') return node.childCount === 0;
  return node.isTextblock && node.content.size === 0 && node.type.name !== 'figure';
}

type Options = {
  /** True if a comment in the text stands for a picture that is being uploaded. */
  readonly isPlaceholder?: (comment: string) => boolean;
};

/** A block that is written, with its place in the document and in the HTML. */
export type Part = {
  readonly node: Node;
  readonly position: number;
  readonly index: number;
  readonly between: string;
  readonly own: string;
  readonly endOffset: number;
};

/** Each block knows its source, so unchanged blocks are written byte for byte as they were. */
export class VisualDocument {
  readonly #options: Options;
  readonly #origins = new WeakMap<OriginKey, Origin>();
  #lastNumber = 0;
  #before = '';
  #after = '';
  #wasEmpty = true;

  constructor(options: Options = {}) {
    this.#options = options;
  }

  /** May be called again with another text; earlier nodes keep their source. */
  open(text: string): Node {
    const { before, blocks } = splitBlocks(text, this.#options.isPlaceholder);
    this.#before = before;
    this.#after = blocks.at(-1)?.after ?? '';
    this.#wasEmpty = blocks.length === 0;
    const nodes = this.#read(blocks);
    return schema.node('doc', null, nodes.length > 0 ? nodes : [schema.node('paragraph')]);
  }

  /** Opens a text that will be a part of this one and be written unchanged. */
  openPart(text: string): Node[] {
    const { before, blocks } = splitBlocks(text, this.#options.isPlaceholder);
    const edges = before + (blocks.at(-1)?.after ?? '');
    // A comment at an edge would be lost.
    if (edges.trim() !== '') return this.#read([unsplitBlock(text)]);
    return this.#read(blocks);
  }

  #read(blocks: readonly SourceBlock[]): Node[] {
    // Leaves a gap, because the first block follows no block of another text.
    this.#lastNumber += 1;
    return blocks.map((block, index) => {
      const { source, after, isBare } = block;
      const isUpload = this.#options.isPlaceholder?.(source);
      const read = isUpload ? schema.node('upload', { token: source }) : readBlock(block);
      this.#lastNumber += 1;
      const key = { number: this.#lastNumber };
      const node = withOrigin(read, key);
      const before = blocks[index - 1]?.after ?? '';
      this.#origins.set(key, { source, after, isBare, node, before });
      return node;
    });
  }

  write(doc: Node): string {
    const parts = this.parts(doc).map(({ between, own }) => between + own);
    return parts.length === 0 ? this.#writeEmpty() : parts.join('') + this.#after;
  }

  /**
   * For a block that was changed in the same way as its source: returns its new origin, so that it
   * keeps its formatting when written. Null if block and source differ.
   */
  keepSource(
    before: Node,
    after: Node,
    change: (source: string) => string | null,
  ): OriginKey | null {
    const origin = this.#originOf(before);
    const source = origin && this.#isUntouched(before) ? change(origin.source) : null;
    if (!origin || source === null) return null;
    const { before: edge, blocks } = splitBlocks(source, this.#options.isPlaceholder);
    const [block] = blocks;
    if (!block || blocks.length > 1 || block.source !== source || edge !== '') return null;
    const key = { number: before.attrs.origin.number };
    const node = withOrigin(readBlock(block), key);
    if (!node.eq(withOrigin(after, key))) return null;
    this.#origins.set(key, { ...origin, source, node });
    return key;
  }

  positionAt(doc: Node, offset: number): number {
    const parts = this.parts(doc);
    const ends = parts.map(({ endOffset }) => endOffset);
    const index = ends.findIndex((end) => offset < end);
    return (parts[index] ?? parts.at(-1))?.position ?? 0;
  }

  /** Empty paragraphs are not written. */
  parts(doc: Node): Part[] {
    const places: { node: Node; position: number; index: number }[] = [];
    doc.forEach((node, position, index) => {
      if (!isEmptyText(node) || this.#isUntouched(node)) places.push({ node, position, index });
    });
    let end = 0;
    return places.map((place, at) => {
      const previous = places[at - 1];
      const between = previous
        ? this.#between(previous.node, place.node)
        : this.#before + this.#commentBefore(place.node);
      const own = this.#html(place.node, places[at + 1]?.node);
      end += between.length + own.length;
      return { ...place, between, own, endOffset: end };
    });
  }

  #writeEmpty(): string {
    const rest = this.#before + this.#after;
    return this.#wasEmpty || rest.trim() !== '' ? rest : '';
  }

  #originOf(node: Node): Origin | undefined {
    return node.attrs.origin === null ? undefined : this.#origins.get(node.attrs.origin);
  }

  #isUntouched(node: Node): boolean {
    return this.#originOf(node)?.node.eq(node) ?? false;
  }

  #areNeighbours(a: Node, b: Node): boolean {
    const [first, second]: (OriginKey | null)[] = [a.attrs.origin, b.attrs.origin];
    return first != null && first.number + 1 === second?.number;
  }

  #html(node: Node, next: Node | undefined): string {
    const origin = this.#originOf(node);
    if (!origin || !this.#isUntouched(node)) {
      return node.type.name === 'raw_html' && next ? closedHtml(node.attrs.html) : blockHtml(node);
    }
    const isFollowedAsBefore =
      !next || (this.#areNeighbours(node, next) && this.#originOf(next)?.node.type === next.type);
    return isFollowedAsBefore ? origin.source : closedHtml(origin.source);
  }

  /** True if the block is written without a block element, so that adjacent text would join it. */
  #isBare(node: Node): boolean {
    if (this.#isUntouched(node)) return this.#originOf(node)?.isBare ?? false;
    return node.type.name === 'figure' && blockHtml(node).startsWith('<figure') === false;
  }

  /** Keeps comments before a block that has become the first one. */
  #commentBefore(node: Node): string {
    return (this.#originOf(node)?.before ?? '').trimStart();
  }

  /** A block that was the first one has no space before it, so its neighbour's space is used. */
  #spaceAfter(node: Node): string {
    const after = this.#originOf(node)?.after ?? '';
    return after.includes('\n') && after.trim() === '' ? after : '\n';
  }

  #between(a: Node, b: Node): string {
    if (this.#areNeighbours(a, b)) return this.#originOf(a)?.after ?? '\n';
    // Both are halves of one split block.
    if (a.attrs.origin !== null && a.attrs.origin === b.attrs.origin) return '\n';
    const before = this.#originOf(b)?.before ?? '';
    const between = before.includes('\n') || before.trim() !== '' ? before : this.#spaceAfter(a);
    return this.#isBare(a) && this.#isBare(b) && !BLANK_LINE.test(between) ? '\n\n' : between;
  }
}
