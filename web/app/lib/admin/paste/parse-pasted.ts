import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment } from 'parse5';
import { boundedAdapter, TooComplexError } from '../bounded-html.ts';

export type Node = DefaultTreeAdapterTypes.ChildNode;
export type Parent = DefaultTreeAdapterTypes.ParentNode;
export type Element = DefaultTreeAdapterTypes.Element;

export const { isElementNode, isTextNode, isCommentNode } = defaultTreeAdapter;

/** Far more than any program nests. */
const MAX_DEPTH = 400;
/** Without the data of pictures: more than any post can have. */
const MAX_LENGTH = 4_000_000;
const PICTURE_DATA = /data:image\/[\w+.-]+;base64,[\w+/=\s]*/gi;

/** Throws a `TooComplexError`. */
export function parsePasted(html: string): Parent {
  const isLong = html.length > MAX_LENGTH;
  if (isLong && html.replace(PICTURE_DATA, '').length > MAX_LENGTH) throw new TooComplexError();
  return parseFragment(html, { treeAdapter: boundedAdapter(html, MAX_DEPTH) });
}

export function attribute({ attrs }: Element, name: string): string {
  return attrs.find((each) => each.name === name)?.value ?? '';
}

export function classesOf(element: Element): readonly string[] {
  const names = attribute(element, 'class');
  return names === '' ? [] : names.split(/\s+/);
}

export function hasClass(element: Element, pattern: RegExp): boolean {
  return classesOf(element).some((name) => pattern.test(name));
}

const NO_STYLE: ReadonlyMap<string, string> = new Map();

/** The properties of the style attribute, in lower case. The last declaration of a property wins. */
export function styleOf(element: Element): ReadonlyMap<string, string> {
  const style = attribute(element, 'style');
  if (style === '') return NO_STYLE;
  const declarations = style.split(';').map((declaration) => {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, Math.max(colon, 0));
    return [
      name.trim().toLowerCase(),
      declaration
        .slice(colon + 1)
        .trim()
        .toLowerCase(),
    ] as const;
  });
  return new Map(declarations);
}

export function textOf(node: Node): string {
  if (isTextNode(node)) return node.value;
  if (!isElementNode(node)) return '';
  return node.tagName === 'br' ? '\n' : node.childNodes.map(textOf).join('');
}
