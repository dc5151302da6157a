import { sizeFromName } from '@longhand/contract/media/image-names';
import type { Node } from 'prosemirror-model';
import { filledSection } from '../../document/footnote-nodes.ts';
import { type ChildNode, isElement } from '../../document/parse-html.ts';
import { schema } from '../../document/schema.ts';
import { blockHtml } from '../../document/to-html.ts';
import type { AddressRules, Context } from './context.ts';
import { takeFootnotes } from './footnotes.ts';
import { parsePasted } from './parse-pasted.ts';
import { BlockReader, headingLevel } from './read-blocks.ts';

type PastedPicture = {
  readonly file: File;
  readonly html: string;
  readonly uploaded: (url: string) => string;
};

export type CleanedHtml = {
  /** Ends with the section of footnotes, if there are any. */
  readonly html: string;
  /** The content of a single paragraph, for the middle of a text; null if there is more. */
  readonly inline: string | null;
  /** True if it is only text, so that nothing is lost without the HTML. */
  readonly isPlain: boolean;
  /** In the order of the HTML. Each has to be uploaded or removed. */
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
  readonly files?: readonly File[];
  /** The number of the first footnote; called only if there is one. */
  readonly firstFootnote?: () => number;
};

/**
 * Returns tidy HTML, one block per line, with only the tags and attributes that a post needs.
 * Throws a `TooComplexError`.
 */
export function cleanPastedHtml(
  pasted: string,
  { files = [], site = '', keepsPaths = false, firstFootnote = () => 1 }: CleanOptions = {},
): CleanedHtml {
  const { content, referenceByLink, notes } = takeFootnotes(parsePasted(pasted));
  const first = notes.length > 0 ? firstFootnote() : 1;
  const reader = new BlockReader({
    hasTitle: hasTitle(content),
    files,
    references: { byLink: referenceByLink, first },
  });
  const context: Context = {
    marks: [],
    keepsLines: false,
    hasLines: false,
    isInHeading: false,
    isInCell: false,
    codeLanguage: '',
    list: null,
    itemDepth: 0,
    addresses: { site, keepsPaths },
  };
  const body = reader.read(content, context);
  const noteBlocks = notes.map((note) => reader.read(note, context));
  const section = notes.length > 0 ? [filledSection(noteBlocks, first)] : [];
  const blocks = [...body, ...section];
  const [only, ...others] = body;
  const isParagraph = only?.type.name === 'paragraph' && others.length === 0;
  return {
    html: blocks.map(blockHtml).join('\n'),
    inline: isParagraph ? blockHtml(only).slice('<p>'.length, -'</p>'.length) : null,
    isPlain: blocks.every(isPlain),
    pictures: picturesToUpload(blocks, reader.uploads),
  };
}
