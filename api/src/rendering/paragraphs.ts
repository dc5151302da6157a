import {
  type Group,
  groupTopLevel,
  type NodeReader,
  type Piece,
} from '@longhand/contract/text/bare-paragraphs';
import type { ElementContent, Root, RootContent } from 'hast';
import { h } from 'hastscript';

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
  return kind === 'paragraph' ? [h('p', children)] : children;
}

/** Paragraphs of bare text are separated by blank lines. */
export function addParagraphs(tree: Root): void {
  tree.children = groupTopLevel(tree.children, HAST).flatMap(nodesOf);
}
