import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  parseFragment,
  type TreeAdapter,
} from 'parse5';

export type Node = DefaultTreeAdapterTypes.ChildNode;
export type Parent = DefaultTreeAdapterTypes.ParentNode;
export type Element = DefaultTreeAdapterTypes.Element;

export const { isElementNode, isTextNode, isCommentNode } = defaultTreeAdapter;

/** Far more than any program nests. */
const MAX_DEPTH = 400;
/** An unclosed `<b>` is reopened in each later paragraph, so many of them would be quadratic. */
const MAX_OPENED_PER_TAG = 8;

export class NestedTooDeeplyError extends Error {}

/** Any web page can fill the clipboard: stops before such HTML takes much time. */
function boundedAdapter(html: string): TreeAdapter<DefaultTreeAdapterMap> {
  const open = new Set<unknown>();
  let remaining = MAX_OPENED_PER_TAG * (html.split('<').length + MAX_DEPTH);
  return {
    ...defaultTreeAdapter,
    onItemPush(item) {
      open.add(item);
      remaining -= 1;
      if (open.size > MAX_DEPTH || remaining < 0) throw new NestedTooDeeplyError();
    },
    onItemPop(item) {
      open.delete(item);
    },
  };
}

/** Throws a `NestedTooDeeplyError`. */
export function parsePasted(html: string): Parent {
  return parseFragment(html, { treeAdapter: boundedAdapter(html) });
}

export function attribute({ attrs }: Element, name: string): string {
  return attrs.find((each) => each.name === name)?.value ?? '';
}

export function hasClass(element: Element, pattern: RegExp): boolean {
  return attribute(element, 'class')
    .split(/\s+/)
    .some((name) => pattern.test(name));
}

/** The properties of the style attribute, in lower case. The last declaration of a property wins. */
export function styleOf(element: Element): ReadonlyMap<string, string> {
  const declarations = attribute(element, 'style')
    .split(';')
    .map((declaration) => {
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
