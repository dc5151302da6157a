import { isEmbedAddress } from '@longhand/contract/media/video-address';
import { serialize } from 'parse5';
import type { Attrs, Node } from 'prosemirror-model';
import { TableMap } from 'prosemirror-tables';
import {
  attribute,
  contentOf,
  create,
  extraOf,
  inlineContent,
  isInlineNode,
  isSpace,
  NotEditableError,
} from './inline-from-html.ts';
import { type ChildNode, type ElementNode, isElement, isText } from './parse-html.ts';
import { CONTAINER_TAGS, isBareByDefault, nodes, schema } from './schema.ts';

type Run = { readonly inline: ChildNode[] } | { readonly element: ElementNode };

function runsOf(list: readonly ChildNode[]): Run[] {
  const runs: Run[] = [];
  for (const node of list) {
    const last = runs.at(-1);
    if (!isInlineNode(node)) runs.push({ element: node as ElementNode });
    else if (last && 'inline' in last) last.inline.push(node);
    else if (!isSpace(node)) runs.push({ inline: [node] });
  }
  return runs;
}

/** Text without tags becomes a paragraph that is written without them. */
function readBlocks(list: readonly ChildNode[], parent: string): Node[] {
  const bareByDefault = isBareByDefault(parent);
  const blocks = runsOf(list).map((run) => {
    if ('inline' in run) {
      return create('paragraph', { bare: bareByDefault ? null : true }, inlineContent(run.inline));
    }
    const node = readBlock(run.element);
    const isWritten = node.type === nodes.paragraph && bareByDefault;
    return isWritten ? node.type.create({ ...node.attrs, bare: false }, node.content) : node;
  });
  return blocks.length > 0 ? blocks : [create('paragraph', { bare: bareByDefault ? null : true })];
}

function readList(element: ElementNode): Node {
  const items = contentOf(element).map((item) => {
    if (!isElement(item) || item.tagName !== 'li') throw new NotEditableError(item.nodeName);
    return create('list_item', { extra: extraOf(item) }, readBlocks(item.childNodes, 'list_item'));
  });
  if (element.tagName === 'ul') return create('bullet_list', { extra: extraOf(element) }, items);
  const start = attribute(element, 'start');
  const isNumber = start !== null && /^[1-9]\d{0,6}$/.test(start);
  const order = isNumber ? Number(start) : 1;
  const extra = extraOf(element, ...(isNumber && order !== 1 ? ['start'] : []));
  return create('ordered_list', { order, extra }, items);
}

function readDefinitions(element: ElementNode): Node {
  const parts = contentOf(element).map((part) => {
    if (!isElement(part)) throw new NotEditableError(part.nodeName);
    const extra = extraOf(part);
    if (part.tagName === 'dt')
      return create('definition_term', { extra }, inlineContent(part.childNodes));
    if (part.tagName !== 'dd') throw new NotEditableError(part.tagName);
    return create('definition', { extra }, readBlocks(part.childNodes, 'definition'));
  });
  return create('definition_list', { extra: extraOf(element) }, parts);
}

const LANGUAGE = /^language-(\S+)$/;

function readCode(element: ElementNode): Node {
  const [first, ...rest] = element.childNodes;
  const isCode = first && isElement(first) && first.tagName === 'code' && rest.length === 0;
  const inner = isCode ? first.childNodes : element.childNodes;
  if (!inner.every(isText)) throw new NotEditableError('markup in code');
  const text = inner.map((node) => isText(node) && node.value).join('');
  const language = isCode ? LANGUAGE.exec(attribute(first, 'class') ?? '')?.[1] : undefined;
  const attrs = {
    extra: extraOf(element),
    plain: !isCode,
    language: language ?? '',
    codeExtra: isCode ? extraOf(first, ...(language ? ['class'] : [])) : [],
  };
  return create('code_block', attrs, text === '' ? [] : [schema.text(text)]);
}

function readDetails(element: ElementNode): Node {
  const [summary, ...rest] = contentOf(element);
  if (!summary || !isElement(summary) || summary.tagName !== 'summary')
    throw new NotEditableError('details without summary');
  const head = create('summary', { extra: extraOf(summary) }, inlineContent(summary.childNodes));
  return create('details', { extra: extraOf(element) }, [head, ...readBlocks(rest, 'details')]);
}

function spanOf(cell: ElementNode, name: string): number {
  const span = attribute(cell, name) ?? '1';
  if (!/^[1-9]\d{0,2}$/.test(span)) throw new NotEditableError(name);
  return Number(span);
}

function readCell(cell: ChildNode): Node {
  if (!isElement(cell)) throw new NotEditableError(cell.nodeName);
  const name = cell.tagName === 'th' ? 'table_header' : 'table_cell';
  const colspan = spanOf(cell, 'colspan');
  const rowspan = spanOf(cell, 'rowspan');
  const known = [...(colspan > 1 ? ['colspan'] : []), ...(rowspan > 1 ? ['rowspan'] : [])];
  const attrs = { extra: extraOf(cell, ...known), colspan, rowspan };
  return create(name, attrs, readBlocks(cell.childNodes, name));
}

function readRows(section: ChildNode): Node[] {
  if (!isElement(section)) throw new NotEditableError(section.nodeName);
  return contentOf(section).map((row) => {
    if (!isElement(row)) throw new NotEditableError(row.nodeName);
    const attrs = { extra: extraOf(row), section: section.tagName };
    return create('table_row', attrs, contentOf(row).map(readCell));
  });
}

/** The map of a table has an entry for each row and column that a cell spans. */
const MAX_CELLS = 20_000;

function areaOf({ attrs }: Node): number {
  return attrs.colspan * attrs.rowspan;
}

/** A caption is kept as HTML because it has its own field. */
function readTable(element: ElementNode): Node {
  const [first, ...rest] = contentOf(element);
  const caption = first && isElement(first) && first.tagName === 'caption' ? first : null;
  const attrs = {
    extra: extraOf(element),
    caption: caption && serialize(caption).trim(),
    captionExtra: caption ? extraOf(caption) : [],
  };
  const rows = (caption ? rest : contentOf(element)).flatMap(readRows);
  const area = rows.flatMap((row) => row.children).reduce((sum, cell) => sum + areaOf(cell), 0);
  if (area > MAX_CELLS) throw new NotEditableError('table');
  const table = create('table', attrs, rows);
  // The table commands would correct such a table as soon as it is edited.
  if (TableMap.get(table).problems) throw new NotEditableError('rows of unequal length');
  return table;
}

type Picture = Pick<Attrs, 'src' | 'alt' | 'imageExtra' | 'link'>;

function readPicture(node: ChildNode | undefined): Picture {
  if (!node || !isElement(node)) throw new NotEditableError('figure without picture');
  if (node.tagName === 'a') {
    const [inner, ...rest] = contentOf(node);
    if (rest.length > 0 || inner?.nodeName !== 'img') throw new NotEditableError('link in figure');
    return { ...readPicture(inner), link: extraOf(node) };
  }
  if (node.tagName !== 'img') throw new NotEditableError(node.tagName);
  return {
    src: attribute(node, 'src') ?? '',
    alt: attribute(node, 'alt'),
    imageExtra: extraOf(node, 'src', 'alt'),
    link: null,
  };
}

function isFigure(node: ChildNode): node is ElementNode {
  return isElement(node) && node.tagName === 'figure';
}

function readFigures(element: ElementNode): Node {
  const content = contentOf(element);
  if (!content.some(isFigure)) return readFigure(element);
  if (!content.every(isFigure)) throw new NotEditableError('figure');
  return create('gallery', { extra: extraOf(element) }, content.map(readFigure));
}

function readFigure(element: ElementNode): Node {
  const [first, second, ...rest] = contentOf(element);
  if (rest.length > 0) throw new NotEditableError('figure');
  if (second && second.nodeName !== 'figcaption') throw new NotEditableError('figure');
  const caption = second as ElementNode | undefined;
  const attrs = {
    ...readPicture(first),
    extra: extraOf(element),
    captionExtra: caption ? extraOf(caption) : [],
  };
  return create('figure', attrs, caption ? inlineContent(caption.childNodes) : []);
}

function readEmbed(element: ElementNode): Node {
  const src = attribute(element, 'src') ?? '';
  if (!isEmbedAddress(src) || contentOf(element).length > 0) throw new NotEditableError('iframe');
  return create('embed', { src, extra: extraOf(element, 'src') });
}

type ReadBlock = (element: ElementNode) => Node;

const READERS = new Map<string, ReadBlock>([
  ['p', (p) => create('paragraph', { extra: extraOf(p) }, inlineContent(p.childNodes))],
  [
    'blockquote',
    (quote) =>
      create('blockquote', { extra: extraOf(quote) }, readBlocks(quote.childNodes, 'blockquote')),
  ],
  ['ul', readList],
  ['ol', readList],
  ['dl', readDefinitions],
  ['pre', readCode],
  ['hr', (rule) => create('rule', { extra: extraOf(rule) })],
  ['details', readDetails],
  ['table', readTable],
  ['figure', readFigures],
  ['iframe', readEmbed],
  ...[1, 2, 3, 4, 5, 6].map((level): [string, ReadBlock] => [
    `h${level}`,
    (heading) =>
      create('heading', { level, extra: extraOf(heading) }, inlineContent(heading.childNodes)),
  ]),
  ...CONTAINER_TAGS.map((tag): [string, ReadBlock] => [
    tag,
    (element) =>
      create('container', { tag, extra: extraOf(element) }, readBlocks(element.childNodes, tag)),
  ]),
]);

function readBlock(element: ElementNode): Node {
  const read = READERS.get(element.tagName);
  if (!read) throw new NotEditableError(element.tagName);
  return read(element);
}

/** Throws a `NotEditableError`. */
export function nodeFromHtml(list: readonly ChildNode[]): Node {
  const [run, ...rest] = runsOf(list);
  if (!run || rest.length > 0) throw new NotEditableError('more than one block');
  if ('element' in run) return readBlock(run.element);
  const [only, ...others] = run.inline.filter((node) => !isSpace(node));
  if (only && others.length === 0 && isLonePicture(only)) {
    return create('figure', { ...readPicture(only), wrapped: false });
  }
  return create('paragraph', {}, inlineContent(run.inline));
}

function isLonePicture(node: ChildNode): boolean {
  if (!isElement(node)) return false;
  if (node.tagName === 'img') return true;
  const [inner, ...rest] = contentOf(node);
  return node.tagName === 'a' && rest.length === 0 && inner?.nodeName === 'img';
}
