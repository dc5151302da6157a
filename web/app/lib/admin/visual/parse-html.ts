import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  parseFragment,
  type TreeAdapter,
} from 'parse5';

export type ChildNode = DefaultTreeAdapterTypes.ChildNode;
export type ElementNode = DefaultTreeAdapterTypes.Element;
export type TextNode = DefaultTreeAdapterTypes.TextNode;

export function isElement(node: ChildNode): node is ElementNode {
  return 'tagName' in node;
}

export function isText(node: ChildNode): node is TextNode {
  return node.nodeName === '#text';
}

export function isComment(node: ChildNode): node is DefaultTreeAdapterTypes.CommentNode {
  return node.nodeName === '#comment';
}

const MAX_DEPTH = 100;
/** An unclosed `<b>` is reopened in each later paragraph, so many of them would be quadratic. */
const MAX_OPENED_PER_TAG = 8;

export class TooComplexError extends Error {}

function boundedAdapter(html: string): TreeAdapter<DefaultTreeAdapterMap> {
  const open = new Set<unknown>();
  let remaining = MAX_OPENED_PER_TAG * (html.split('<').length + MAX_DEPTH);
  return {
    ...defaultTreeAdapter,
    onItemPush(item) {
      open.add(item);
      remaining -= 1;
      if (open.size > MAX_DEPTH || remaining < 0) throw new TooComplexError();
    },
    onItemPop(item) {
      open.delete(item);
    },
  };
}

/** The top-level nodes. Throws a `TooComplexError`. */
export function parseHtml(html: string): ChildNode[] {
  return parseFragment(html, { treeAdapter: boundedAdapter(html) }).childNodes;
}

/** With their positions in the source, which take half as long again. */
export function parseWithPositions(html: string): ChildNode[] {
  return parseFragment(html, {
    treeAdapter: boundedAdapter(html),
    sourceCodeLocationInfo: true,
  }).childNodes;
}
