import { escapeText } from '@longhand/contract/search';
import { VIDEO_HOSTS } from '@longhand/contract/video-hosts';
import type { Element, Root } from 'hast';
import { sanitize } from 'hast-util-sanitize';
import { SKIP, visit } from 'unist-util-visit';
import { ALLOWED_HTML } from './allowed-html.ts';
import { NestedTooDeeplyError, parseHtml, writeHtml } from './html-tree.ts';

const ID = /^[A-Za-z][\w:.-]{0,79}$/;

/** Ids of a post live in a space of their own, so that none can stand for a part of the page. */
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

/** A link that opens elsewhere opens in a new tab, which cannot reach back. */
function protectOpener({ tagName, properties }: Element): void {
  if (tagName !== 'a' || properties.target === undefined) return;
  properties.target = '_blank';
  properties.rel = ['noopener'];
}

const SITE = new URL('https://site.invalid/blog/post');
const ADDRESSES = ['href', 'src', 'cite', 'poster'];

/** Whether it leads to another host without naming a scheme, in any spelling that browsers take. */
function isSchemeRelative(address: string): boolean {
  const url = URL.parse(address, SITE);
  return !url || (url.host !== SITE.host && URL.parse(address) === null);
}

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

/** Leaves of a list of pictures those that are one. */
function cleanSrcset({ properties }: Element): void {
  if (typeof properties.srcSet !== 'string') return;
  const candidates = properties.srcSet.split(/,\s/).map((candidate) => candidate.trim());
  properties.srcSet = candidates.filter(isCandidate).join(', ') || undefined;
}

/** A player of a known host, and nothing where the browser shows none. */
function cleanFrame(element: Element): void {
  if (element.tagName !== 'iframe') return;
  element.children = [];
  const url = URL.parse(String(element.properties.src ?? ''));
  if (url?.protocol !== 'https:' || !VIDEO_HOSTS.includes(url.host)) {
    element.properties.src = undefined;
  }
}

function isEmpty({ tagName, properties }: Element): boolean {
  if (tagName === 'iframe') return !properties.src;
  return tagName === 'img' && !properties.src && !properties.srcSet;
}

const RULES = [prefixIds, protectOpener, dropSchemeRelative, cleanSrcset, cleanFrame];

function clean(html: string): Root {
  const tree = sanitize(parseHtml(html), ALLOWED_HTML) as Root;
  visit(tree, 'element', (element, index, parent) => {
    for (const rule of RULES) rule(element);
    if (!isEmpty(element) || !parent || index === undefined) return undefined;
    parent.children.splice(index, 1);
    return [SKIP, index];
  });
  return tree;
}

const MAX_PASSES = 4;

/**
 * What of an administrator's HTML the public may get. Taking an element away can leave others
 * nested as no parser would nest them, so what was written is read again until nothing changes, a
 * few times at most: what leaves here is read by every parser in the same way.
 */
export function sanitise(content: string): { readonly tree: Root; readonly html: string } {
  let tree = clean(content);
  let html = writeHtml(tree);
  for (let pass = 1; pass < MAX_PASSES; pass += 1) {
    tree = clean(html);
    const again = writeHtml(tree);
    if (again === html) break;
    html = again;
  }
  return { tree, html };
}

/** Content that is nested too deeply to be read, as the text that it was written as. */
export function asSourceText(content: string): string {
  return `<pre>${escapeText(content)}</pre>`;
}

/** For what was saved already, also where it would be refused today. */
export function sanitiseStored(content: string) {
  try {
    return sanitise(content);
  } catch (error) {
    if (error instanceof NestedTooDeeplyError) return sanitise(asSourceText(content));
    throw error;
  }
}
