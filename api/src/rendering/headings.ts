import { visibleText } from '@longhand/contract/posts/search';
import { slugFromTitle } from '@longhand/contract/text/slug-from-title';
import { hasTallLetters } from '@longhand/contract/text/text-rules';
import type { Element, Nodes, Root } from 'hast';
import { h } from 'hastscript';
import { elementsIn } from './elements.ts';
import { writeHtml } from './html-tree.ts';

function isTall(node: Nodes): boolean {
  if (node.type === 'text') return hasTallLetters(node.value);
  return 'children' in node && node.children.some(isTall);
}

/** Sets a class because the stylesheet cannot know the letters of a text. */
export function markTallHeadings(tree: Root): void {
  for (const element of elementsIn(tree))
    if (/^h[1-6]$/.test(element.tagName) && isTall(element)) element.properties.dataTall = '';
}

const ANCHORED = ['h2', 'h3', 'h4'];

/** The page title is the only h1. */
function demoteTitles(tree: Root): void {
  for (const heading of elementsIn(tree, 'h1')) heading.tagName = 'h2';
}

function idsIn(tree: Root): Set<string> {
  const ids = elementsIn(tree).map(({ properties }) => properties.id);
  return new Set(ids.filter((id) => typeof id === 'string'));
}

function textOf({ children }: Element): string {
  return visibleText(writeHtml({ type: 'root', children }));
}

export function anchorHeadings(tree: Root): void {
  demoteTitles(tree);
  const taken = idsIn(tree);
  const lastNumbers = new Map<string, number>();

  function freshId(heading: Element): string {
    const base = `post-${slugFromTitle(textOf(heading)) || 'section'}`;
    // Continues from the last number: starting at 1 would be quadratic for equal headings.
    let number = (lastNumbers.get(base) ?? 0) + 1;
    const numbered = () => (number === 1 ? base : `${base}-${number}`);
    while (taken.has(numbered())) number += 1;
    lastNumbers.set(base, number);
    taken.add(numbered());
    return numbered();
  }

  for (const heading of elementsIn(tree)) {
    if (!ANCHORED.includes(heading.tagName)) continue;
    const { id: existing, ...properties } = heading.properties;
    const id = typeof existing === 'string' ? existing : freshId(heading);
    heading.properties = typeof existing === 'string' ? heading.properties : { id, ...properties };
    heading.children.push(h('a.anchor', { href: `#${id}`, ariaLabel: 'Link to this section' }));
  }
}
