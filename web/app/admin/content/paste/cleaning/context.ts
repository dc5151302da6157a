import { LINK_SCHEMES } from '@longhand/contract/limits';
import type { Mark, Node } from 'prosemirror-model';
import { attribute, type ChildNode, type ElementNode } from '../../document/parse-html.ts';
import { EM_TAGS, STRIKE_TAGS, STRONG_TAGS, schema } from '../../document/schema.ts';
import { classesOf, hasClass, styleOf } from './parse-pasted.ts';
import type { ItemList } from './read-lists.ts';

const MAX_ADDRESS = 8192;
const SCHEMES = new Set<string>(LINK_SCHEMES.map((scheme) => `${scheme}:`));

function parse(address: string): URL | null {
  return address.length <= MAX_ADDRESS ? URL.parse(address) : null;
}

/** Some hosts redirect every link; a parameter has the true address. */
function redirectParameter({ hostname, pathname }: URL): string | null {
  if (/^www\.google\.[a-z.]+$/.test(hostname) && pathname === '/url') return 'q';
  return hostname.endsWith('.safelinks.protection.outlook.com') ? 'url' : null;
}

export type AddressRules = {
  /** The origin of this site; addresses on it become paths. */
  readonly site: string;
  /** False if paths were copied from another site. */
  readonly keepsPaths: boolean;
};

const PATH = /^(?:\/(?![/\\])|[#?]|\.\.?\/)/;

function isPath(address: string, { keepsPaths }: AddressRules): boolean {
  return keepsPaths && PATH.test(address) && !/[\s\p{Cc}]/u.test(address);
}

function withoutSite(address: string, { site }: AddressRules): string {
  const isOnSite = site !== '' && address.startsWith(`${site}/`);
  const path = isOnSite ? address.slice(site.length) : '';
  return PATH.test(path) ? path : address;
}

/** Null if the link works only within the page that it was copied from. */
function pastedLink(href: string, rules: AddressRules): string | null {
  const address = href.trim();
  if (isPath(address, rules)) return address;
  const url = parse(address);
  if (!url || !SCHEMES.has(url.protocol)) return null;
  const parameter = redirectParameter(url);
  const target = parameter === null ? null : url.searchParams.get(parameter);
  if (target !== null) return pastedLink(target, rules);
  // The URL parser removes line breaks, which browsers ignore.
  return withoutSite(/[\s\p{Cc}]/u.test(address) ? url.href : address, rules);
}

/** Null if the picture is not on the web. */
export function pictureAddress(src: string, rules: AddressRules): string | null {
  const address = src.trim();
  if (isPath(address, rules)) return address;
  const isOnTheWeb = /^https?:$/.test(parse(address)?.protocol ?? '');
  return isOnTheWeb ? withoutSite(address, rules) : null;
}

export type Context = {
  readonly marks: readonly Mark[];
  readonly keepsLines: boolean;
  /** True if a `div` is a line, as in mails, where an empty one is a blank line. */
  readonly hasLines: boolean;
  readonly isInHeading: boolean;
  readonly isInCell: boolean;
  readonly codeLanguage: string;
  /** The list around it; null within an item. */
  readonly list: ItemList | null;
  readonly itemDepth: number;
  readonly addresses: AddressRules;
};

export type ReadBlocks = (nodes: readonly ChildNode[], context: Context) => Node[];

const TAGS_OF_MARK: Readonly<Record<string, readonly string[]>> = {
  strong: STRONG_TAGS,
  em: [...EM_TAGS, 'cite', 'dfn', 'var'],
  strike: STRIKE_TAGS,
  highlight: ['mark'],
  sub: ['sub'],
  sup: ['sup'],
  code: ['code', 'kbd', 'samp', 'tt'],
};
const MARK_OF_TAG = new Map(
  Object.entries(TAGS_OF_MARK).flatMap(([name, tags]) => tags.map((tag) => [tag, name] as const)),
);

type Style = ReadonlyMap<string, string>;

function isBold(style: Style): boolean | undefined {
  const weight = style.get('font-weight') ?? '';
  if (/^bold/.test(weight) || Number(weight) >= 600) return true;
  return weight === 'normal' || Number(weight) > 0 ? false : undefined;
}

function isItalic(style: Style): boolean | undefined {
  const value = style.get('font-style') ?? '';
  if (/^(?:italic|oblique)/.test(value)) return true;
  return value === 'normal' ? false : undefined;
}

function marksOf(
  element: ElementNode,
  style: Style,
  { marks, addresses }: Context,
): readonly Mark[] {
  const decoration = `${style.get('text-decoration')} ${style.get('text-decoration-line')}`;
  const position = style.get('vertical-align');
  const added = [
    MARK_OF_TAG.get(element.tagName),
    isBold(style) && 'strong',
    isItalic(style) && 'em',
    decoration.includes('line-through') && 'strike',
    position === 'super' && 'sup',
    position === 'sub' && 'sub',
  ].flatMap((name) => (name ? [schema.mark(name)] : []));
  const href = element.tagName === 'a' ? pastedLink(attribute(element, 'href'), addresses) : null;
  if (href !== null) added.push(schema.mark('link', { href }));
  const removed = [isBold(style) === false && 'strong', isItalic(style) === false && 'em'];
  return added
    .reduce((all, mark) => mark.addToSet(all), marks)
    .filter(({ type }) => !removed.includes(type.name));
}

function keepsLines(style: Style, outer: boolean): boolean {
  const value = style.get('white-space-collapse') ?? style.get('white-space') ?? '';
  if (/^(?:pre|break-spaces)/.test(value)) return true;
  return /^(?:normal|nowrap|collapse)/.test(value) ? false : outer;
}

const LANGUAGE = /^(?:language|highlight-source)-([\w+#.-]{1,40})$/;

export function languageOf(element: ElementNode, pattern = LANGUAGE): string {
  const names = classesOf(element).map((name) => pattern.exec(name)?.[1]);
  return names.find((name) => name !== undefined) ?? '';
}

export function contextIn(element: ElementNode, outer: Context): Context {
  if (element.attrs.length === 0 && !MARK_OF_TAG.has(element.tagName)) return outer;
  const style = styleOf(element);
  return {
    ...outer,
    marks: marksOf(element, style, outer),
    keepsLines: keepsLines(style, outer.keepsLines),
    codeLanguage: languageOf(element) || outer.codeLanguage,
  };
}

const SKIPPED = new Set(
  'script style template noscript noembed noframes title meta link base head xml svg nav button input select option textarea object applet embed audio video canvas map source track param col colgroup annotation annotation-xml'.split(
    ' ',
  ),
);

/** Content that the program or page did not show, and bullets that Word writes as text. */
export function isSkipped(element: ElementNode): boolean {
  if (SKIPPED.has(element.tagName)) return true;
  if (element.attrs.length === 0) return false;
  if (element.attrs.some(({ name }) => name === 'hidden')) return true;
  const style = styleOf(element);
  if (style.get('display') === 'none' || style.get('mso-hide') === 'all') return true;
  if (style.get('mso-list') === 'ignore') return true;
  return /^comment/.test(style.get('mso-element') ?? '') || hasClass(element, /^katex-mathml$/);
}
