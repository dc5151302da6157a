import { VIDEO_HOSTS } from '@longhand/contract/media/video-address';
import { escapeText } from '@longhand/contract/posts/search';
import type { Element, Root } from 'hast';
import { sanitize } from 'hast-util-sanitize';
import { ALLOWED_HTML, isSchemeRelative, SITE } from './allowed-html.ts';
import { replaceElements } from './elements.ts';
import {
  type Inspect,
  NestedTooDeeplyError,
  parseHtml,
  UnrenderableError,
  writeHtml,
} from './html-tree.ts';

/** Content that was accepted once is shown, even if today's limits would refuse it. */
export async function orAsSource<Result>(
  content: string,
  render: (content: string) => Promise<Result>,
): Promise<Result> {
  try {
    return await render(content);
  } catch (error) {
    if (!(error instanceof UnrenderableError)) throw error;
    return await render(asSourceText(content));
  }
}

const ID = /^[A-Za-z][\w:.-]{0,79}$/;

/** The prefix ensures that no id of a post equals one of the page. */
const ID_PREFIX = 'post-';

function prefixed(id: string): string {
  return id.startsWith(ID_PREFIX) ? id : ID_PREFIX + id;
}

function prefixIds({ properties }: Element): void {
  if (properties.id !== undefined) {
    const id = String(properties.id);
    properties.id = ID.test(id) ? prefixed(id) : undefined;
  }
  const { href } = properties;
  const fragment = typeof href === 'string' && href.startsWith('#') ? href.slice(1) : '';
  if (ID.test(fragment)) properties.href = `#${prefixed(fragment)}`;
}

/** Any `target` becomes a new tab without access to `window.opener`. */
function protectOpener({ tagName, properties }: Element): void {
  if (tagName !== 'a' || properties.target === undefined) return;
  properties.target = '_blank';
  properties.rel = ['noopener'];
}

const ADDRESSES = ['href', 'src', 'cite', 'poster'];

function dropSchemeRelative({ properties }: Element): void {
  for (const name of ADDRESSES) {
    const address = properties[name];
    if (typeof address === 'string' && isSchemeRelative(address)) properties[name] = undefined;
  }
}

const SRCSET_CANDIDATE = /^(\S+)(?:\s+(?:[1-9]\d*w|\d+(?:\.\d+)?x))?$/;

function isCandidate(candidate: string): boolean {
  const address = SRCSET_CANDIDATE.exec(candidate)?.[1];
  if (address === undefined || isSchemeRelative(address)) return false;
  return /^https?:$/.test(new URL(address, SITE).protocol);
}

function cleanSrcset({ properties }: Element): void {
  if (typeof properties.srcSet !== 'string') return;
  const candidates = properties.srcSet.split(/,\s/).map((candidate) => candidate.trim());
  properties.srcSet = candidates.filter(isCandidate).join(', ') || undefined;
}

/** Only known video hosts are allowed, and no fallback content. */
function cleanFrame(element: Element): void {
  if (element.tagName !== 'iframe') return;
  element.children = [];
  const url = URL.parse(String(element.properties.src ?? ''));
  if (url?.protocol !== 'https:' || !VIDEO_HOSTS.includes(url.host)) {
    element.properties.src = undefined;
  }
}

/** The editor inserts an empty caption to be filled in. */
function isEmpty({ tagName, properties, children }: Element): boolean {
  if (tagName === 'iframe') return !properties.src;
  if (tagName === 'figcaption')
    return children.every((child) => child.type === 'text' && child.value.trim() === '');
  return tagName === 'img' && !properties.src && !properties.srcSet;
}

const RULES = [prefixIds, protectOpener, dropSchemeRelative, cleanSrcset, cleanFrame];

function clean(html: string, inspect?: Inspect): Root {
  const tree = sanitize(parseHtml(html, inspect), ALLOWED_HTML) as Root;
  replaceElements(tree, (element) => {
    for (const rule of RULES) rule(element);
    return isEmpty(element) ? [] : undefined;
  });
  return tree;
}

const MAX_PASSES = 4;

/**
 * Why several passes: removing an element can leave a nesting that parsers read differently. The
 * output is parsed again until it is stable, so that every parser reads it the same way.
 */
export function sanitise(
  content: string,
  inspect?: Inspect,
): { readonly tree: Root; readonly html: string } {
  let tree = clean(content, inspect);
  let html = writeHtml(tree);
  for (let pass = 1; pass < MAX_PASSES; pass += 1) {
    tree = clean(html);
    const again = writeHtml(tree);
    if (again === html) break;
    html = again;
  }
  return { tree, html };
}

/** Content that is nested too deeply to be parsed is shown as its source. */
function asSourceText(content: string): string {
  return `<pre>${escapeText(content)}</pre>`;
}

/** Stored content is shown even if today's limits would refuse it. */
export function sanitiseStored(content: string) {
  try {
    return sanitise(content);
  } catch (error) {
    if (error instanceof NestedTooDeeplyError) return sanitise(asSourceText(content));
    throw error;
  }
}
