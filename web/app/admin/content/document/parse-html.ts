import { type DefaultTreeAdapterTypes, parseFragment, serialize } from 'parse5';
import { boundedAdapter } from '../html/bounded-html.ts';

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
/** The top-level nodes. Throws a `TooComplexError`. */
export function parseHtml(html: string, maxDepth = MAX_DEPTH): ChildNode[] {
  return parseFragment(html, { treeAdapter: boundedAdapter(html, maxDepth) }).childNodes;
}

/** With their positions in the source, which take half as long again. */
export function parseWithPositions(html: string): ChildNode[] {
  return parseFragment(html, {
    treeAdapter: boundedAdapter(html, MAX_DEPTH),
    sourceCodeLocationInfo: true,
  }).childNodes;
}

/** The HTML of nodes, as the parser has read them. */
export function writeNodes(nodes: readonly ChildNode[]): string {
  return nodes.map((node) => serialize({ childNodes: [node] } as never)).join('');
}
