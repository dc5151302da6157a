import type { Element, Root } from 'hast';
import { elementsIn, replaceElements } from './elements.ts';

function scrollBox(table: Element): Element {
  const properties = {
    className: ['table-scroll'],
    tabIndex: 0,
    role: 'region',
    ariaLabel: 'Table',
  };
  return { type: 'element', tagName: 'div', properties, children: [table] };
}

/** A wide table scrolls in its own box, which can be focused for the keyboard. */
export function scrollTables(tree: Root): void {
  // Nested tables scroll with the outermost.
  replaceElements(tree, (node) => (node.tagName === 'table' ? [scrollBox(node)] : undefined));
}

/** Focusable, so that long lines can be scrolled with the keyboard; a group is no landmark. */
export function scrollCode(tree: Root): void {
  for (const block of elementsIn(tree, 'pre')) {
    const [first] = block.children;
    const scrolled = first?.type === 'element' && first.tagName === 'code' ? first : block;
    const name = { role: 'group', ariaLabel: 'Code' };
    scrolled.properties = { tabIndex: 0, ...name, ...scrolled.properties };
  }
}
