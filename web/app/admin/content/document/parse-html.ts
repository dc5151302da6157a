import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  parseFragment,
  serialize,
  type TreeAdapter,
} from 'parse5';

/** Parsers do not close anything for an unknown element, nor move it out of `svg`. */
const PROBE = 'x-probe';

/** Closes the HTML if following text would be parsed as a part of it. */
export function closedHtml(html: string): string {
  try {
    if (parseHtml(`${html}<${PROBE}></${PROBE}>`).at(-1)?.nodeName === PROBE) return html;
    return writeNodes(parseHtml(html));
  } catch (error) {
    if (error instanceof TooComplexError) return html;
    throw error;
  }
}

export class TooComplexError extends Error {}

/** An unclosed `<b>` is reopened in each later paragraph, so many of them would be quadratic. */
const MAX_OPENED_PER_TAG = 8;

/** Stops the parser, with a `TooComplexError`, before hostile HTML takes much time or memory. */
function boundedAdapter(html: string, maxDepth: number): TreeAdapter<DefaultTreeAdapterMap> {
  const open = new Set<unknown>();
  let remaining = MAX_OPENED_PER_TAG * (html.split('<').length + maxDepth);
  return {
    ...defaultTreeAdapter,
    onItemPush(item) {
      open.add(item);
      remaining -= 1;
      if (open.size > maxDepth || remaining < 0) throw new TooComplexError();
    },
    onItemPop(item) {
      open.delete(item);
    },
  };
}

export type ChildNode = DefaultTreeAdapterTypes.ChildNode;
export type ElementNode = DefaultTreeAdapterTypes.Element;
type TextNode = DefaultTreeAdapterTypes.TextNode;

export function isElement(node: ChildNode): node is ElementNode {
  return 'tagName' in node;
}

export function isText(node: ChildNode): node is TextNode {
  return node.nodeName === '#text';
}

export function isComment(node: ChildNode): node is DefaultTreeAdapterTypes.CommentNode {
  return node.nodeName === '#comment';
}

export function attribute({ attrs }: ElementNode, name: string): string {
  return attrs.find((each) => each.name === name)?.value ?? '';
}

export function rawText(nodes: readonly ChildNode[]): string {
  return nodes
    .map((node) => (isText(node) ? node.value : isElement(node) ? rawText(node.childNodes) : ''))
    .join('');
}

const MAX_DEPTH = 100;
/** Throws a `TooComplexError`. */
export function parseHtml(html: string, maxDepth = MAX_DEPTH): ChildNode[] {
  return parseFragment(html, { treeAdapter: boundedAdapter(html, maxDepth) }).childNodes;
}

/** Positions make parsing take half as long again. */
export function parseWithPositions(html: string): ChildNode[] {
  return parseFragment(html, {
    treeAdapter: boundedAdapter(html, MAX_DEPTH),
    sourceCodeLocationInfo: true,
  }).childNodes;
}

export function writeNodes(nodes: readonly ChildNode[]): string {
  return nodes.map((node) => serialize({ childNodes: [node] } as never)).join('');
}
