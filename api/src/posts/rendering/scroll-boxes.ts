import type { Element, Root } from 'hast';
import { SKIP, visit } from 'unist-util-visit';

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
  visit(tree, { tagName: 'table' }, (table, index, parent) => {
    if (!parent || index === undefined) return undefined;
    parent.children[index] = scrollBox(table);
    // Nested tables scroll with the outermost.
    return SKIP;
  });
}

/** Focusable, so that long lines can be scrolled with the keyboard; a group is no landmark. */
export function scrollCode(tree: Root): void {
  visit(tree, { tagName: 'pre' }, (block) => {
    const [first] = block.children;
    const scrolled = first?.type === 'element' && first.tagName === 'code' ? first : block;
    const name = { role: 'group', ariaLabel: 'Code' };
    scrolled.properties = { tabIndex: 0, ...name, ...scrolled.properties };
  });
}
