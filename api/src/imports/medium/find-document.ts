import { decoded } from '@longhand/contract/text/decoded';
import type { Element, ElementContent, Root } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { h } from 'hastscript';
import {
  addressIn,
  elementsIn,
  findByClass,
  hasClass,
  isElement,
  replaceElements,
} from '../../rendering/elements.ts';
import { parseHtml } from '../../rendering/html-tree.ts';
import { captionIn, figure, gallery, plainPicture, replaceFrames } from '../content/figures.ts';
import { plainText, textIn } from '../content/plain-text.ts';
import { parseDate } from '../parse-date.ts';
import { EMPTY_DOCUMENT, type FoundItem, skipped } from '../source.ts';

function isRow(node: Element): boolean {
  return hasClass(node, 'sectionLayout--outsetRow');
}

function figureOf(node: Element): ElementContent[] | undefined {
  const [image] = elementsIn(node, 'img');
  return image && [figure(plainPicture(image), captionIn(node))];
}

function rowOf(row: Element): ElementContent[] {
  const figures = elementsIn(row, 'figure');
  const caption = figures.map(captionIn).find((children) => children.length > 0);
  return gallery(
    elementsIn(row, 'img').map((image) => plainPicture(image)),
    caption,
  );
}

/** Medium shows some links as cards: these become plain links. */
function replacement(node: Element): ElementContent[] | undefined {
  if (isRow(node)) return rowOf(node);
  if (isElement(node, 'figure')) return figureOf(node);
  if (!hasClass(node, 'graf--mixtapeEmbed')) return undefined;
  const [link] = elementsIn(node, 'a');
  return link && [h('p', link)];
}

/** The title and the subtitle are also the first lines of the text. */
function isHeading(node: Element, title: string, subtitle: string): boolean {
  if (!/^h[1-4]$/.test(node.tagName)) return false;
  const text = textIn(node);
  const isTitle = hasClass(node, 'graf--title') || text === title;
  return isTitle || ((hasClass(node, 'graf--subtitle') || text === subtitle) && text !== '');
}

function dropHeadings(body: Element, title: string, subtitle: string): void {
  let isStart = true;
  replaceElements(body, (node) => {
    if (!isStart) return undefined;
    if (isHeading(node, title, subtitle)) return [];
    isStart = ['section', 'div', 'hr'].includes(node.tagName);
    return undefined;
  });
}

const LAYOUT = new Set(['section', 'div', 'header']);

function unwrapped(children: readonly ElementContent[]): ElementContent[] {
  return children.flatMap((child) => {
    if (child.type !== 'element' || !LAYOUT.has(child.tagName)) return [child];
    return hasClass(child, 'section-divider') ? [h('hr')] : unwrapped(child.children);
  });
}

function isText(node: ElementContent): boolean {
  return node.type !== 'text' || node.value.trim() !== '';
}

/** Medium draws a line above each section, even the first. */
function withoutFirstRule(children: readonly ElementContent[]): ElementContent[] {
  const shown = children.filter(isText);
  const start = shown.findIndex((child) => !isElement(child, 'hr'));
  return start === -1 ? [] : shown.slice(start);
}

function dropAttributes(node: Element): void {
  const { href, src, alt, title, width, height, allowFullScreen } = node.properties;
  const className = node.tagName === 'code' ? node.properties.className : undefined;
  const kept = { href, src, alt, title, width, height, allowFullScreen, className };
  node.properties = Object.fromEntries(
    Object.entries(kept).filter(([, value]) => value !== undefined),
  );
}

/** Medium breaks lines of code with `<br>`, and newer exports name the language. */
function changeCode(node: Element): void {
  for (const br of elementsIn(node, 'br')) Object.assign(br, { type: 'text', value: '\n' });
  if (elementsIn(node, 'code').length > 0) return;
  const { dataCodeBlockLang: language } = node.properties;
  const isNamed = typeof language === 'string' && /^[\w+#.-]+$/.test(language);
  const className = isNamed ? [`language-${language}`] : undefined;
  node.children = [h('code', { className }, node.children)];
}

function contentOf(body: Element, title: string, subtitle: string): string {
  dropHeadings(body, title, subtitle);
  const tree: Root = { type: 'root', children: [body] };
  replaceElements(tree, replacement);
  for (const node of elementsIn(tree, 'pre')) changeCode(node);
  replaceFrames(tree);
  const children = withoutFirstRule(unwrapped(body.children));
  const content: Root = { type: 'root', children };
  for (const node of elementsIn(content)) dropAttributes(node);
  return children.map((child) => toHtml(child)).join('\n');
}

/** Removes Medium's id from `/@me/a-title-0123456789ab`. */
function slugOf(path: string): string | null {
  const [, slug = ''] = /\/([^/]+?)-[\da-f]{6,14}$/.exec(path) ?? [];
  return slug === '' ? null : decoded(slug);
}

/** A response has no title of its own: Medium takes its first words for one. */
function isResponse(tree: Root, body: Element, title: string): boolean {
  const hasHeading = ['h1', 'h2', 'h3', 'h4', 'figure'].some(
    (tag) => elementsIn(body, tag).length > 0,
  );
  const isStart = title !== '' && textIn(body).startsWith(title.replace(/…$/, ''));
  return !hasHeading && isStart && findByClass(tree, 'p-summary') === undefined;
}

/** The address is in `p-canonical`; drafts have only a link to their page. */
function addressOf(tree: Root): URL | null {
  const links = elementsIn(tree, 'a');
  const canonical = links.find((link) => hasClass(link, 'p-canonical'));
  const ofPost = links.find((link) => /^https:\/\/medium\.com\/p\//.test(addressIn(link, 'href')));
  return URL.parse(addressIn(canonical ?? ofPost, 'href'));
}

export function foundItem(html: string, name: string): FoundItem {
  const tree = parseHtml(html);
  const body = findByClass(tree, 'e-content');
  const title =
    textIn(findByClass(tree, 'p-name')) || plainText(/<title>([^<]{0,500})/.exec(html)?.[1] ?? '');
  if (!body) return skipped(title || name, 'It contains no post text.');
  if (isResponse(tree, body, title))
    return skipped(title, 'It is a response to somebody’s post. Comments are not imported.');
  const subtitle = textIn(findByClass(tree, 'p-summary'));
  const url = addressOf(tree);
  const time = findByClass(tree, 'dt-published');
  const publishedAt = parseDate(time?.properties.dateTime);
  const isDraft = /^draft_/.test(name) || findByClass(tree, 'p-canonical') === undefined;
  const tags = elementsIn(tree).filter((node) => hasClass(node, 'p-tag'));
  return {
    ...EMPTY_DOCUMENT,
    guid: name,
    sourceId: url?.href ?? name,
    title,
    slug: url && slugOf(url.pathname),
    content: contentOf(body, title, subtitle),
    excerpt: subtitle,
    tags: tags.map(textIn),
    status: isDraft ? 'draft' : 'public',
    publishedAt,
    createdAt: publishedAt,
    addresses: url && !isDraft ? [url.pathname] : [],
  };
}
