import { HIDDEN_TAGS } from '@longhand/contract/bare-paragraphs';
import type { Words } from '@longhand/contract/words';
import type { Element, ElementContent, Nodes, Properties, Root } from 'hast';
import { parseHtml } from '../../posts/rendering/html-tree.ts';
import type { Addresses } from './addresses.ts';
import { LOOKS } from './looks.ts';

type Context = { readonly addresses: Addresses; readonly words: Words };

/** Controls of forms have nothing to say in a mail. */
const GONE: ReadonlySet<string> = new Set([...HIDDEN_TAGS, 'button', 'select', 'source', 'track']);

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

/** What mail programs cannot show. Videos and recordings are played in the post. */
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
  if (node.type !== 'element' || GONE.has(node.tagName)) return [];
  const replace = Object.hasOwn(REPLACED, node.tagName) ? REPLACED[node.tagName] : undefined;
  if (replace) return replace(node, context);
  const children = childrenOf(node, context);
  if (!Object.hasOwn(LOOKS, node.tagName)) return children;
  return [element(node.tagName, keptProperties(node), children)];
}

/** A post's public HTML with what a mail can show, and nothing else; all addresses are absolute. */
export function mailTree(publicHtml: string, context: Context): Root {
  return rootOf(childrenOf(parseHtml(publicHtml), context));
}
