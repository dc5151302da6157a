import {
  attribute,
  type ChildNode,
  type ElementNode,
  isElement,
  isText,
  parseHtml,
  TooComplexError,
} from '../../document/parse-html.ts';

/** Far more than any program nests. */
const MAX_DEPTH = 400;
/** More than any post can have, not counting the data of pictures. */
const MAX_LENGTH = 4_000_000;
const PICTURE_DATA = /data:image\/[\w+.-]+;base64,[\w+/=\s]*/gi;

/** Throws a `TooComplexError`. */
export function parsePasted(html: string): ChildNode[] {
  const isLong = html.length > MAX_LENGTH;
  if (isLong && html.replace(PICTURE_DATA, '').length > MAX_LENGTH) throw new TooComplexError();
  return parseHtml(html, MAX_DEPTH);
}

export function classesOf(element: ElementNode): readonly string[] {
  const names = attribute(element, 'class');
  return names === '' ? [] : names.split(/\s+/);
}

export function hasClass(element: ElementNode, pattern: RegExp): boolean {
  return classesOf(element).some((name) => pattern.test(name));
}

const NO_STYLE: ReadonlyMap<string, string> = new Map();

/** The keys and values are in lower case. The last declaration of a property wins. */
export function styleOf(element: ElementNode): ReadonlyMap<string, string> {
  const style = attribute(element, 'style');
  if (style === '') return NO_STYLE;
  const declarations = style.toLowerCase().split(';');
  return new Map(
    declarations.map((declaration) => {
      const [name = '', ...value] = declaration.split(':');
      return [name.trim(), value.join(':').trim()] as const;
    }),
  );
}

export function textOf(node: ChildNode): string {
  if (isText(node)) return node.value;
  if (!isElement(node)) return '';
  return node.tagName === 'br' ? '\n' : node.childNodes.map(textOf).join('');
}
