import type { Block } from './blocks.ts';
import {
  attribute,
  classesOf,
  type Element,
  hasClass,
  type Node,
  styleOf,
} from './parse-pasted.ts';
import { type AddressRules, pastedLink } from './pasted-addresses.ts';
import { type Mark, NO_MARKS, type Run } from './runs.ts';

/** What an element passes on to its content. */
export type Context = {
  readonly marks: ReadonlySet<Mark>;
  readonly href: string | null;
  /** Whether line breaks in the text are shown as such. */
  readonly keepsLines: boolean;
  readonly isInHeading: boolean;
  readonly isInCell: boolean;
  /** Of the code blocks inside. */
  readonly language: string;
  /** How many lists, quotes and the like are around. */
  readonly depth: number;
  readonly addresses: AddressRules;
  /** Takes the caption of the figure around. */
  readonly takeCaption: ((runs: readonly Run[]) => void) | null;
};

export const START: Omit<Context, 'addresses'> = {
  marks: NO_MARKS,
  href: null,
  keepsLines: false,
  isInHeading: false,
  isInCell: false,
  language: '',
  depth: 0,
  takeCaption: null,
};

/** Each level is indented, so the output grows with it. */
export const MAX_DEPTH = 10;

export type ReadBlocks = (nodes: readonly Node[], context: Context) => Block[];

const MARK_OF_TAG: Readonly<Record<string, Mark>> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  cite: 'em',
  dfn: 'em',
  var: 'em',
  s: 's',
  strike: 's',
  del: 's',
  mark: 'mark',
  sub: 'sub',
  sup: 'sup',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
};

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

function marksOf({ tagName }: Element, style: Style, outer: ReadonlySet<Mark>): ReadonlySet<Mark> {
  const marks = new Set(outer);
  const own = MARK_OF_TAG[tagName];
  if (own) marks.add(own);
  const set = (mark: Mark, isOn: boolean | undefined) => {
    if (isOn) marks.add(mark);
    else if (isOn === false) marks.delete(mark);
  };
  set('strong', isBold(style));
  set('em', isItalic(style));
  const decoration = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`;
  if (decoration.includes('line-through')) marks.add('s');
  const position = style.get('vertical-align');
  if (position === 'super') marks.add('sup');
  if (position === 'sub') marks.add('sub');
  return marks.size === outer.size && [...marks].every((mark) => outer.has(mark)) ? outer : marks;
}

function keepsLines(style: Style, outer: boolean): boolean {
  const value = style.get('white-space-collapse') ?? style.get('white-space') ?? '';
  if (/^(?:pre|break-spaces)/.test(value)) return true;
  return /^(?:normal|nowrap|collapse)/.test(value) ? false : outer;
}

const LANGUAGE = /^(?:language|highlight-source)-([\w+#.-]{1,40})$/;
const SHORT_LANGUAGE = /^(?:language|lang|highlight-source)-([\w+#.-]{1,40})$/;

function languageIn(element: Element, pattern: RegExp): string {
  const names = classesOf(element);
  return names.map((name) => pattern.exec(name)?.[1]).find((name) => name !== undefined) ?? '';
}

/** On a code element itself, where it cannot be the language of the page. */
export function codeLanguage(element: Element): string {
  return languageIn(element, SHORT_LANGUAGE);
}

export function contextIn(element: Element, outer: Context): Context {
  if (element.attrs.length === 0 && !(element.tagName in MARK_OF_TAG)) return outer;
  const style = styleOf(element);
  const isLink = element.tagName === 'a' && attribute(element, 'href') !== '';
  return {
    ...outer,
    marks: marksOf(element, style, outer.marks),
    href: isLink ? pastedLink(attribute(element, 'href'), outer.addresses) : outer.href,
    keepsLines: keepsLines(style, outer.keepsLines),
    language: languageIn(element, LANGUAGE) || outer.language,
  };
}

const SKIPPED = new Set(
  'script style template noscript noembed noframes title meta link base head xml svg nav button input select option textarea object applet embed audio video canvas map source track param col colgroup annotation annotation-xml'.split(
    ' ',
  ),
);

/** Content that the program or page did not show. */
export function isSkipped(element: Element): boolean {
  if (SKIPPED.has(element.tagName)) return true;
  if (element.attrs.length === 0) return false;
  if (element.attrs.some(({ name }) => name === 'hidden')) return true;
  const style = styleOf(element);
  if (style.get('display') === 'none' || style.get('mso-hide') === 'all') return true;
  return /^comment/.test(style.get('mso-element') ?? '') || hasClass(element, /^katex-mathml$/);
}
