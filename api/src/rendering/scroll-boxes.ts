import type { Root } from 'hast';
import { h } from 'hastscript';
import { elementsIn, isElement, replaceElements } from './elements.ts';

const TABLE_BOX = { tabIndex: 0, role: 'region', ariaLabel: 'Table' };

/** A wide table scrolls in its own box, which can be focused for the keyboard. */
export function scrollTables(tree: Root): void {
  // Nested tables scroll with the outermost.
  replaceElements(tree, (node) =>
    node.tagName === 'table' ? [h('div.table-scroll', TABLE_BOX, node)] : undefined,
  );
}

/** Focusable, so that long lines can be scrolled with the keyboard. It is a group because that is no landmark. */
export function scrollCode(tree: Root): void {
  for (const block of elementsIn(tree, 'pre')) {
    const [first] = block.children;
    const scrolled = isElement(first, 'code') ? first : block;
    const name = { role: 'group', ariaLabel: 'Code' };
    scrolled.properties = { tabIndex: 0, ...name, ...scrolled.properties };
  }
}
