import { sizeFromName } from '@longhand/contract/image-names';
import type { Node } from 'prosemirror-model';
import { type ChildNode, isElement } from '../../document/parse-html.ts';
import { schema } from '../../document/schema.ts';
import { blockHtml } from '../../document/to-html.ts';
import { parsePasted } from './parse-pasted.ts';
import type { AddressRules } from './pasted-addresses.ts';
import { BlockReader, headingLevel } from './read-blocks.ts';

/** A picture to be uploaded. */
type PastedPicture = {
  readonly file: File;
  /** Its figure in the HTML. */
  readonly html: string;
  /** The figure with the address of the uploaded picture. */
  readonly uploaded: (url: string) => string;
};

export type CleanedHtml = {
  readonly html: string;
  /** If it is one paragraph: without the paragraph's tags, for the middle of a text. */
  readonly inline: string | null;
  /** Whether it is only text, so that nothing is lost without the HTML. */
  readonly isPlain: boolean;
  /** In their order in the HTML. Each has to be uploaded or removed. */
  readonly pictures: readonly PastedPicture[];
};

function hasTitle(nodes: readonly ChildNode[]): boolean {
  return nodes
    .filter(isElement)
    .some((node) => headingLevel(node) === 1 || hasTitle(node.childNodes));
}

function figuresIn(blocks: readonly Node[]): Node[] {
  return blocks.flatMap((block) =>
    block.type.name === 'figure' ? [block] : figuresIn(block.children),
  );
}

function uploadedFigure({ attrs, content }: Node, url: string): string {
  const size = sizeFromName(url);
  const imageExtra = Object.entries(size ?? {}).map(([name, value]) => [name, String(value)]);
  return blockHtml(schema.node('figure', { ...attrs, src: url, imageExtra }, content));
}

function picturesToUpload(blocks: readonly Node[], files: readonly File[]): PastedPicture[] {
  return figuresIn(blocks).flatMap((figure) => {
    const [, index] = /^pasted:(\d+)$/.exec(figure.attrs.src) ?? [];
    const file = files[Number(index)];
    if (!file) return [];
    return [{ file, html: blockHtml(figure), uploaded: (url) => uploadedFigure(figure, url) }];
  });
}

function isPlain({ type, attrs, children }: Node): boolean {
  if (type.name === 'code_block') return attrs.language === '';
  return type.name === 'paragraph' && children.every(({ marks }) => marks.length === 0);
}

export type CleanOptions = Partial<AddressRules> & {
  /** The images that the clipboard has beside the HTML. */
  readonly files?: readonly File[];
};

/**
 * Tidy HTML, one block a line, with only the tags and attributes that a post needs. Throws a
 * `TooComplexError`.
 */
export function cleanPastedHtml(
  pasted: string,
  { files = [], site = '', keepsPaths = false }: CleanOptions = {},
): CleanedHtml {
  const nodes = parsePasted(pasted);
  const reader = new BlockReader({ hasTitle: hasTitle(nodes), files });
  const blocks = reader.read(nodes, {
    marks: [],
    keepsLines: false,
    isInHeading: false,
    isInCell: false,
    language: '',
    list: null,
    depth: 0,
    addresses: { site, keepsPaths },
  });
  const html = blocks.map(blockHtml).join('\n');
  const isParagraph = blocks.length === 1 && blocks[0]?.type.name === 'paragraph';
  return {
    html,
    inline: isParagraph ? html.slice('<p>'.length, -'</p>'.length) : null,
    isPlain: blocks.every(isPlain),
    pictures: picturesToUpload(blocks, reader.uploads),
  };
}
