import {
  type Block,
  type BlockOf,
  img,
  type Picture,
  writeBlocks,
  writePicture,
} from './blocks.ts';
import { START } from './context.ts';
import { isElementNode, type Parent, parsePasted } from './parse-pasted.ts';
import { type AddressRules, isEmbeddedPicture } from './pasted-addresses.ts';
import { BlockReader, headingLevel } from './read-blocks.ts';
import { writeRuns } from './runs.ts';

/** A picture to be uploaded. */
export type PastedPicture = Picture & {
  /** Its figure in the HTML, with the tag and perhaps a caption. */
  readonly html: string;
  readonly tag: string;
  /** The file of the clipboard that it is; null if the address has the data. */
  readonly file: number | null;
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

function hasTitle(parent: Parent): boolean {
  return parent.childNodes.some(
    (node) => isElementNode(node) && (headingLevel(node) === 1 || hasTitle(node)),
  );
}

function picturesIn(blocks: readonly Block[]): BlockOf<'picture'>[] {
  return blocks.flatMap((block) => {
    switch (block.kind) {
      case 'picture':
        return [block];
      case 'quote':
      case 'details':
      case 'item':
        return picturesIn(block.blocks);
      case 'list':
        return block.items.flatMap(picturesIn);
      case 'table':
        return [...block.head, ...block.body].flat().flatMap((cell) => picturesIn(cell.blocks));
      default:
        return [];
    }
  });
}

const FILE = /^pasted:(\d+)$/;

function toUpload(block: BlockOf<'picture'>): PastedPicture[] {
  const { picture } = block;
  const [, file] = FILE.exec(picture.src) ?? [];
  if (file === undefined && !isEmbeddedPicture(picture.src)) return [];
  const index = file === undefined ? null : Number(file);
  return [{ ...picture, html: writePicture(block), tag: img(picture), file: index }];
}

function isPlain(block: Block): boolean {
  if (block.kind === 'code') return block.language === '';
  if (block.kind !== 'paragraph') return false;
  return block.runs.every(({ marks, href }) => marks.size === 0 && href === null);
}

export type CleanOptions = Partial<AddressRules> & {
  /** How many images the clipboard has beside the HTML. */
  readonly files?: number;
};

/**
 * Tidy HTML, one block a line, with only the tags and attributes that a post needs. Throws a
 * `TooComplexError`.
 */
export function cleanPastedHtml(
  html: string,
  { files = 0, site = '', keepsPaths = false }: CleanOptions = {},
): CleanedHtml {
  const root = parsePasted(html);
  const reader = new BlockReader({ hasTitle: hasTitle(root), files });
  const blocks = reader.read(root.childNodes, { ...START, addresses: { site, keepsPaths } });
  const [first] = blocks;
  return {
    html: writeBlocks(blocks).join('\n'),
    inline: blocks.length === 1 && first?.kind === 'paragraph' ? writeRuns(first.runs) : null,
    isPlain: blocks.every(isPlain),
    pictures: picturesIn(blocks).flatMap(toUpload),
  };
}
