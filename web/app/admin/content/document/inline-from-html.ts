import type { Attrs, Mark, Node } from 'prosemirror-model';
import { type ChildNode, type ElementNode, isElement, isText } from './parse-html.ts';
import {
  EM_TAGS,
  type Extra,
  marks,
  nodes,
  PLAIN_INLINE_TAGS,
  STRIKE_TAGS,
  STRONG_TAGS,
  schema,
} from './schema.ts';

/** Browsers do not show spaces at the edges of a block, beside line breaks, or after another space. */
export function collapseSpaces(content: readonly Node[]): Node[] {
  const result: Node[] = [];
  let endsWithSpace = true;
  for (const node of content) {
    let text = node.text ?? '';
    if (node.isText && endsWithSpace) text = text.replace(/^ +/, '');
    if (node.isText && text === '') continue;
    const previous = result.at(-1);
    if (node.type === nodes.hard_break && previous?.text?.endsWith(' ')) {
      result.pop();
      const kept = previous.text.slice(0, -1);
      if (kept !== '') result.push(schema.text(kept, previous.marks));
    }
    result.push(node.isText ? schema.text(text, node.marks) : node);
    endsWithSpace = node.isText ? text.endsWith(' ') : node.type === nodes.hard_break;
  }
  const last = result.at(-1);
  if (!last?.text?.endsWith(' ')) return result;
  const kept = last.text.slice(0, -1);
  return [...result.slice(0, -1), ...(kept === '' ? [] : [schema.text(kept, last.marks)])];
}

/** Thrown for HTML that the schema has no node for. */
export class NotEditableError extends Error {}

const SPACES = /[ \t\r\n\f]+/g;

export function attribute({ attrs }: ElementNode, name: string): string | null {
  return attrs.find((each) => each.name === name)?.value ?? null;
}

export function extraOf({ attrs }: ElementNode, ...known: string[]): Extra {
  return attrs
    .filter(({ name }) => !known.includes(name))
    .map(({ name, value }) => [name, value] as const);
}

export function isSpace(node: ChildNode): boolean {
  return isText(node) && node.value.replace(SPACES, '') === '';
}

/** Leaves out white space, which means nothing between blocks. */
export function contentOf({ childNodes }: ElementNode): ChildNode[] {
  return childNodes.filter((node) => !isSpace(node));
}

export function create(name: string, attrs: Attrs, content: readonly Node[] = []): Node {
  const type = nodes[name];
  if (!type) throw new NotEditableError(name);
  const node = type.create(attrs, content);
  node.check();
  return node;
}

const MARK_TAGS: Readonly<Record<string, readonly string[]>> = {
  strong: STRONG_TAGS,
  em: EM_TAGS,
  strike: STRIKE_TAGS,
  highlight: ['mark'],
  code: ['code'],
  sub: ['sub'],
  sup: ['sup'],
  plain_inline: PLAIN_INLINE_TAGS,
};
const MARK_BY_TAG = new Map(
  Object.entries(MARK_TAGS).flatMap(([name, tags]) =>
    tags.map((tag) => [tag, marks[name]] as const),
  ),
);

export function isInlineNode(node: ChildNode): boolean {
  if (!isElement(node)) return true;
  return MARK_BY_TAG.has(node.tagName) || ['a', 'br', 'img'].includes(node.tagName);
}

function markOf(element: ElementNode): Mark {
  if (element.tagName === 'a')
    return schema.mark('link', {
      href: attribute(element, 'href'),
      extra: extraOf(element, 'href'),
    });
  const type = MARK_BY_TAG.get(element.tagName);
  if (!type) throw new NotEditableError(element.tagName);
  return type.create({ tag: element.tagName, extra: extraOf(element) });
}

function inlineImage(element: ElementNode): Node {
  return create('image', {
    src: attribute(element, 'src') ?? '',
    alt: attribute(element, 'alt'),
    extra: extraOf(element, 'src', 'alt'),
  });
}

function readInline(list: readonly ChildNode[], around: readonly Mark[]): Node[] {
  return list.flatMap((node) => {
    if (isText(node)) {
      const text = node.value.replace(SPACES, ' ');
      return text === '' ? [] : [schema.text(text, around)];
    }
    if (!isElement(node)) throw new NotEditableError(node.nodeName);
    if (node.tagName === 'br') return [create('hard_break', { extra: extraOf(node) }).mark(around)];
    if (node.tagName === 'img') return [inlineImage(node).mark(around)];
    return readInline(node.childNodes, markOf(node).addToSet(around));
  });
}

export function inlineContent(list: readonly ChildNode[]): Node[] {
  return collapseSpaces(readInline(list, []));
}
