import { escapeAttribute, escapeText } from '@longhand/contract/search';
import { type Run, splitParagraphs, tidyRuns, withoutCommonMark, writeRuns } from './runs.ts';

export type Picture = { readonly src: string; readonly alt: string };

export type Cell = {
  readonly isHeader: boolean;
  readonly colspan: number;
  readonly rowspan: number;
  readonly blocks: readonly Block[];
};
export type Row = readonly Cell[];

export type Block =
  | { readonly kind: 'paragraph'; readonly runs: readonly Run[] }
  | { readonly kind: 'heading'; readonly level: number; readonly runs: readonly Run[] }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | {
      readonly kind: 'list';
      readonly isOrdered: boolean;
      readonly start: number;
      readonly items: readonly (readonly Block[])[];
    }
  /** Of a program that writes lists as paragraphs with a level. */
  | {
      readonly kind: 'item';
      readonly level: number;
      readonly isOrdered: boolean;
      readonly start: number;
      /** Of the list that it belongs to. */
      readonly id: string;
      readonly blocks: readonly Block[];
    }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'table'; readonly head: readonly Row[]; readonly body: readonly Row[] }
  | { readonly kind: 'picture'; readonly picture: Picture; readonly caption: readonly Run[] }
  | {
      readonly kind: 'video';
      readonly src: string;
      readonly title: string;
      readonly width: number;
      readonly height: number;
    }
  | {
      readonly kind: 'details';
      readonly summary: readonly Run[];
      readonly blocks: readonly Block[];
    }
  | { readonly kind: 'rule' };

export type BlockOf<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>;

/** Why not `push(...more)`: that fails with many thousands. */
export function pushAll<Item>(items: Item[], more: readonly Item[]): void {
  for (const item of more) items.push(item);
}

export function paragraphs(runs: readonly Run[]): Block[] {
  return splitParagraphs(runs).map((part) => ({ kind: 'paragraph', runs: part }));
}

/** A title on one line: line breaks become spaces. */
export function titleRuns(runs: readonly Run[]): Run[] {
  const oneLine = runs.map((run) => (run.text === '\n' ? { ...run, text: ' ' } : run));
  return withoutCommonMark(tidyRuns(oneLine), 'strong');
}

export function img({ src, alt }: Picture): string {
  return `<img src="${escapeAttribute(src)}" alt="${escapeAttribute(alt)}">`;
}

export function videoFrame({ src, title, width, height }: Omit<BlockOf<'video'>, 'kind'>): string {
  const name = title === '' ? '' : ` title="${escapeAttribute(title)}"`;
  return `<iframe src="${escapeAttribute(src)}"${name} width="${width}" height="${height}" allowfullscreen></iframe>`;
}

const INDENT = '  ';

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => INDENT + line);
}

/** The tags are on lines of their own, around the indented content. */
function element(name: string, inner: readonly string[], attributes = ''): string[] {
  return [`<${name}${attributes}>`, ...indent(inner), `</${name}>`];
}

/** An item of one paragraph, with or without a list below, needs no paragraph tag. */
function writeItem(blocks: readonly Block[]): string[] {
  const [first, ...rest] = blocks;
  if (first?.kind !== 'paragraph' || rest.some(({ kind }) => kind !== 'list')) {
    return element('li', writeBlocks(blocks));
  }
  const opening = `<li>${writeRuns(first.runs)}`;
  if (rest.length === 0) return [`${opening}</li>`];
  return [opening, ...indent(writeBlocks(rest)), '</li>'];
}

function onOneLine(lines: readonly string[]): string {
  return lines.map((line) => line.trimStart()).join('');
}

function writeCell({ isHeader, colspan, rowspan, blocks }: Cell): string {
  const name = isHeader ? 'th' : 'td';
  const columns = colspan > 1 ? ` colspan="${colspan}"` : '';
  const rows = rowspan > 1 ? ` rowspan="${rowspan}"` : '';
  const isText = blocks.every(({ kind }) => kind === 'paragraph');
  const parts = blocks.map((block) =>
    isText && block.kind === 'paragraph' ? writeRuns(block.runs) : onOneLine(writeBlock(block)),
  );
  return `<${name}${columns}${rows}>${parts.join(isText ? '<br>' : '')}</${name}>`;
}

function writeRows(name: string, rows: readonly Row[]): string[] {
  if (rows.length === 0) return [];
  const lines = rows.map((row) => `<tr>${row.map(writeCell).join('')}</tr>`);
  return element(name, lines);
}

function writeCode({ language, text }: BlockOf<'code'>): string {
  const attributes = language === '' ? '' : ` class="language-${escapeAttribute(language)}"`;
  return `<pre><code${attributes}>${escapeText(text)}</code></pre>`;
}

export function writePicture({ picture, caption }: BlockOf<'picture'>): string {
  const words = caption.length === 0 ? '' : `<figcaption>${writeRuns(caption)}</figcaption>`;
  return `<figure>${img(picture)}${words}</figure>`;
}

function writeList({ isOrdered, start, items }: BlockOf<'list'>): string[] {
  const attributes = isOrdered && start !== 1 ? ` start="${start}"` : '';
  return element(isOrdered ? 'ol' : 'ul', items.flatMap(writeItem), attributes);
}

function writeBlock(block: Block): string[] {
  switch (block.kind) {
    case 'paragraph':
      return [`<p>${writeRuns(block.runs)}</p>`];
    case 'heading':
      return [`<h${block.level}>${writeRuns(block.runs)}</h${block.level}>`];
    case 'quote':
      return element('blockquote', writeBlocks(block.blocks));
    case 'list':
      return writeList(block);
    case 'item':
      return writeBlocks(block.blocks);
    case 'code':
      return [writeCode(block)];
    case 'table':
      return element('table', [
        ...writeRows('thead', block.head),
        ...writeRows('tbody', block.body),
      ]);
    case 'picture':
      return [writePicture(block)];
    case 'video':
      return [videoFrame(block)];
    case 'details':
      return element('details', [
        `<summary>${writeRuns(block.summary)}</summary>`,
        ...writeBlocks(block.blocks),
      ]);
    case 'rule':
      return ['<hr>'];
  }
}

/** One block a line. */
export function writeBlocks(blocks: readonly Block[]): string[] {
  return blocks.flatMap(writeBlock);
}
