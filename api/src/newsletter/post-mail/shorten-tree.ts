import type { Element, ElementContent, Root } from 'hast';
import { rootOf } from './mail-tree.ts';

/** Can end after any of its children. */
const CONTAINERS = new Set(
  'div section article aside header footer blockquote details ul ol dl table tbody figure'.split(
    ' ',
  ),
);

type SizeOf = (node: ElementContent) => number;

/** As in `<b></b>`. */
const LEAST_ELEMENT = 7;

/** What is left of the budget by a quick look, which ends when nothing is: writing a long table takes seconds. */
function leftAfter(node: ElementContent, budget: number): number {
  if (node.type === 'text') return budget - node.value.length;
  if (node.type !== 'element') return budget;
  let left = budget - LEAST_ELEMENT;
  for (const child of node.children) {
    if (left < 0) break;
    left = leftAfter(child, left);
  }
  return left;
}

function shortenChildren(
  children: readonly ElementContent[],
  budget: number,
  sizeOf: SizeOf,
): { readonly kept: ElementContent[]; readonly isShortened: boolean } {
  const kept: ElementContent[] = [];
  let left = budget;
  for (const child of children) {
    const size = leftAfter(child, left) < 0 ? Number.POSITIVE_INFINITY : sizeOf(child);
    if (size > left) return { kept: [...kept, ...startOf(child, left, sizeOf)], isShortened: true };
    kept.push(child);
    left -= size;
  }
  return { kept, isShortened: false };
}

function startOf(node: ElementContent, budget: number, sizeOf: SizeOf): Element[] {
  if (node.type !== 'element' || !CONTAINERS.has(node.tagName)) return [];
  const { kept } = shortenChildren(node.children, budget, sizeOf);
  return kept.some(({ type }) => type === 'element') ? [{ ...node, children: kept }] : [];
}

/** The first blocks that have no more than `budget` together. */
export function shortenTree(
  tree: Root,
  budget: number,
  sizeOf: SizeOf,
): { readonly tree: Root; readonly isShortened: boolean } {
  const { kept, isShortened } = shortenChildren(tree.children as ElementContent[], budget, sizeOf);
  return { tree: rootOf(kept), isShortened };
}
