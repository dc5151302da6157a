import type { Element, ElementContent, Root } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { elementsIn, replaceElements } from '../../posts/rendering/elements.ts';
import { parseHtml } from '../../posts/rendering/html-tree.ts';
import { addressIn, element, hasClass, isElement, textNode, withClass } from '../html/elements.ts';
import { captionIn, figure, gallery, plainPicture, replaceFrames } from '../html/figures.ts';
import { plainText, textIn } from '../html/plain-text.ts';
import { parseDate } from '../parse-date.ts';
import type { FoundDocument, FoundItem } from '../source.ts';

/** Alone in a row that shows several pictures beside each other. */
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
  return gallery(elementsIn(row, 'img').map(plainPicture), caption);
}

/** Pictures and galleries in our form; a box of a link that Medium shows as a card is that link. */
function replacement(node: Element): ElementContent[] | undefined {
  if (isRow(node)) return rowOf(node);
  if (isElement(node, 'figure')) return figureOf(node);
  if (!hasClass(node, 'graf--mixtapeEmbed')) return undefined;
  const [link] = elementsIn(node, 'a');
  return link && [element('p', {}, [link])];
}

/** The title and subtitle are also the first lines of the text. */
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

/** The parts of a page without the boxes that Medium lays them out with. */
function unwrapped(children: readonly ElementContent[]): ElementContent[] {
  return children.flatMap((child) => {
    if (child.type !== 'element' || !LAYOUT.has(child.tagName)) return [child];
    return hasClass(child, 'section-divider') ? [element('hr', {})] : unwrapped(child.children);
  });
}

function isText(node: ElementContent): boolean {
  return node.type !== 'text' || node.value.trim() !== '';
}

/** Medium draws a line above each section, also the first. */
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

/** `<br>` breaks its lines, and newer exports name its language. */
function changeCode(node: Element): void {
  for (const br of elementsIn(node, 'br')) Object.assign(br, textNode('\n'));
  if (elementsIn(node, 'code').length > 0) return;
  const { dataCodeBlockLang: language } = node.properties;
  const isNamed = typeof language === 'string' && /^[\w+#.-]+$/.test(language);
  const className = isNamed ? { className: [`language-${language}`] } : {};
  node.children = [element('code', className, node.children)];
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

/** `/@me/a-title-0123456789ab` without the number, which is Medium’s own. */
function slugOf(path: string): string | null {
  const [, slug = ''] = /\/([^/]+?)-[\da-f]{6,14}$/.exec(path) ?? [];
  return slug === '' ? null : decodeURIComponent(slug);
}

/** A response has no title of its own: Medium takes its first words for one. */
function isResponse(tree: Root, body: Element, title: string): boolean {
  const hasHeading = ['h1', 'h2', 'h3', 'h4', 'figure'].some(
    (tag) => elementsIn(body, tag).length > 0,
  );
  const isStart = title !== '' && textIn(body).startsWith(title.replace(/…$/, ''));
  return !hasHeading && isStart && withClass(tree, 'p-summary') === undefined;
}

/** `p-canonical`; drafts have only the link to their page. */
function addressOf(tree: Root): URL | null {
  const links = elementsIn(
    { ...element('div', {}), children: tree.children as ElementContent[] },
    'a',
  );
  const canonical = links.find((link) => hasClass(link, 'p-canonical'));
  const ofPost = links.find((link) => /^https:\/\/medium\.com\/p\//.test(addressIn(link, 'href')));
  return URL.parse(addressIn(canonical ?? ofPost ?? element('a', {}), 'href'));
}

export function foundItem(html: string, name: string): FoundItem {
  const tree = parseHtml(html);
  const body = withClass(tree, 'e-content');
  const title =
    textIn(withClass(tree, 'p-name')) || plainText(/<title>([^<]{0,500})/.exec(html)?.[1] ?? '');
  if (!body) return { kind: 'skipped', title: title || name, reason: 'It has no text of a post.' };
  if (isResponse(tree, body, title))
    return {
      kind: 'skipped',
      title,
      reason: 'It is a response to somebody’s post. Comments are not imported.',
    };
  return documentOf({ tree, body, title, name });
}

type Page = {
  readonly tree: Root;
  readonly body: Element;
  readonly title: string;
  readonly name: string;
};

function documentOf({ tree, body, title, name }: Page): FoundDocument {
  const subtitle = textIn(withClass(tree, 'p-summary'));
  const url = addressOf(tree);
  const time = withClass(tree, 'dt-published');
  const publishedAt = parseDate(time?.properties.dateTime);
  const isDraft = /^draft_/.test(name) || withClass(tree, 'p-canonical') === undefined;
  const tags = elementsIn(tree).filter((node) => hasClass(node, 'p-tag'));
  return {
    kind: 'post',
    guid: name,
    sourceId: url?.href ?? name,
    title,
    slug: url && slugOf(url.pathname),
    content: contentOf(body, title, subtitle),
    excerpt: subtitle,
    tags: tags.map(textIn),
    metaTitle: null,
    metaDescription: null,
    language: null,
    featuredImage: null,
    status: isDraft ? 'draft' : 'public',
    publishedAt,
    createdAt: publishedAt,
    addresses: url && !isDraft ? [url.pathname] : [],
    notes: [],
  };
}
