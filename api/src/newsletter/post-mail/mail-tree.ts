import { HIDDEN_TAGS } from '@longhand/contract/text/bare-paragraphs';
import type { Words } from '@longhand/contract/words';
import type { Element, ElementContent, Nodes, Properties, Root } from 'hast';
import { parseHtml } from '../../rendering/html-tree.ts';
import type { Addresses } from './mail-site.ts';
import { MAIL_STYLES } from './mail-styles.ts';

/** These can be cut after any of their children. */
const CONTAINERS = new Set(
  'div section article aside header footer blockquote details ul ol dl table tbody figure'.split(
    ' ',
  ),
);

type SizeOf = (node: ElementContent) => number;

const SHORTEST_ELEMENT_LENGTH = '<b></b>'.length;

/** Estimates what is left of the budget, and ends when nothing is: writing a long table takes seconds. */
function leftAfter(node: ElementContent, budget: number): number {
  if (node.type === 'text') return budget - node.value.length;
  if (node.type !== 'element') return budget;
  let left = budget - SHORTEST_ELEMENT_LENGTH;
  for (const child of node.children) {
    if (left < 0) break;
    left = leftAfter(child, left);
  }
  return left;
}

function shortenChildren(
  children: readonly ElementContent[],
  budget: number,
  sizeOf: SizeOf,
): { readonly kept: ElementContent[]; readonly isShortened: boolean } {
  const kept: ElementContent[] = [];
  let left = budget;
  for (const child of children) {
    const size = leftAfter(child, left) < 0 ? Number.POSITIVE_INFINITY : sizeOf(child);
    if (size > left) return { kept: [...kept, ...startOf(child, left, sizeOf)], isShortened: true };
    kept.push(child);
    left -= size;
  }
  return { kept, isShortened: false };
}

function startOf(node: ElementContent, budget: number, sizeOf: SizeOf): Element[] {
  if (node.type !== 'element' || !CONTAINERS.has(node.tagName)) return [];
  const { kept } = shortenChildren(node.children, budget, sizeOf);
  return kept.some(({ type }) => type === 'element') ? [{ ...node, children: kept }] : [];
}

export function shortenTree(
  tree: Root,
  budget: number,
  sizeOf: SizeOf,
): { readonly tree: Root; readonly isShortened: boolean } {
  const { kept, isShortened } = shortenChildren(tree.children as ElementContent[], budget, sizeOf);
  return { tree: rootOf(kept), isShortened };
}

type Context = { readonly addresses: Addresses; readonly words: Words };

/** Form controls have no use in a mail. */
const REMOVED_TAGS: ReadonlySet<string> = new Set([
  ...HIDDEN_TAGS,
  'button',
  'select',
  'source',
  'track',
]);

const KEPT_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  '*': ['lang', 'dir', 'className'],
  abbr: ['title'],
  img: ['alt', 'width'],
  ol: ['start', 'reversed', 'type'],
  li: ['value'],
  th: ['colSpan', 'rowSpan', 'scope'],
  td: ['colSpan', 'rowSpan'],
};

export function element(
  tagName: string,
  properties: Properties,
  children: ElementContent[],
): Element {
  return { type: 'element', tagName, properties, children };
}

export function text(value: string): ElementContent {
  return { type: 'text', value };
}

export function rootOf(children: ElementContent[]): Root {
  return { type: 'root', children };
}

export function linkTo(address: string): Element {
  return element('a', { href: address }, [text(address)]);
}

function keptProperties({ tagName, properties }: Element): Properties {
  const names = [...(KEPT_ATTRIBUTES['*'] ?? []), ...(KEPT_ATTRIBUTES[tagName] ?? [])];
  const entries = names.map((name) => [name, properties[name]] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function mediaLink(words: string, { addresses }: Context, poster?: unknown): ElementContent[] {
  const src = addresses.picture(poster);
  const picture = src === undefined ? [] : [element('img', { src, alt: words }, [])];
  const properties = { href: addresses.page };
  return [
    ...picture.map((image) => element('p', {}, [element('a', properties, [image])])),
    element('p', {}, [element('a', properties, [text(words)])]),
  ];
}

/** Mail programs cannot show these: videos and recordings become links to the post. */
const REPLACED: Readonly<Record<string, (found: Element, context: Context) => ElementContent[]>> = {
  iframe: (_found, context) => mediaLink(context.words['mail.video'], context),
  video: ({ properties }, context) =>
    mediaLink(context.words['mail.video'], context, properties.poster),
  audio: (_found, context) => mediaLink(context.words['mail.audio'], context),
  input: ({ properties: { type, checked } }) =>
    type === 'checkbox' ? [text(checked ? '☑ ' : '☐ ')] : [],
  img(found, { addresses }) {
    const src = addresses.picture(found.properties.src);
    return src === undefined ? [] : [element('img', { src, ...keptProperties(found) }, [])];
  },
  a(found, context) {
    const href = context.addresses.link(found.properties.href);
    const children = childrenOf(found, context);
    // A heading's link to itself has no text.
    if (href === undefined || children.length === 0) return children;
    return [element('a', { href, ...keptProperties(found) }, children)];
  },
};

function childrenOf(parent: Root | Element, context: Context): ElementContent[] {
  return parent.children.flatMap((child) => convert(child, context));
}

function convert(node: Nodes, context: Context): ElementContent[] {
  if (node.type === 'text') return [text(node.value)];
  if (node.type !== 'element' || REMOVED_TAGS.has(node.tagName)) return [];
  const replace = Object.hasOwn(REPLACED, node.tagName) ? REPLACED[node.tagName] : undefined;
  if (replace) return replace(node, context);
  const children = childrenOf(node, context);
  if (!Object.hasOwn(MAIL_STYLES, node.tagName)) return children;
  return [element(node.tagName, keptProperties(node), children)];
}

/** Keeps only what a mail can show; all addresses are absolute. */
export function mailTree(publicHtml: string, context: Context): Root {
  return rootOf(childrenOf(parseHtml(publicHtml), context));
}
