import {
  type Group,
  groupTopLevel,
  type NodeReader,
  type Piece,
} from '@longhand/contract/bare-paragraphs';
import type { Element, ElementContent, Root, RootContent } from 'hast';

const HAST: NodeReader<RootContent> = {
  textOf: (node) => (node.type === 'text' ? node.value : undefined),
  tagOf: (node) => (node.type === 'element' ? node.tagName : undefined),
  childrenOf: (node) => (node.type === 'element' ? node.children : []),
};

function nodeOf({ node, text }: Piece<RootContent>): ElementContent {
  if (node.type === 'text' && text)
    return { type: 'text', value: node.value.slice(text.start, text.end) };
  return node as ElementContent;
}

function nodesOf({ kind, pieces }: Group<RootContent>): ElementContent[] {
  const children = pieces.map(nodeOf);
  if (kind !== 'paragraph') return children;
  const paragraph: Element = { type: 'element', tagName: 'p', properties: {}, children };
  return [paragraph];
}

/** Bare text at the top level becomes paragraphs, separated by blank lines. */
export function addParagraphs(tree: Root): void {
  tree.children = groupTopLevel(tree.children, HAST).flatMap(nodesOf);
}
