import type { Element, Root } from 'hast';
import { elementsIn, replaceElements } from '../../posts/rendering/elements.ts';
import { element, textNode } from '../html/elements.ts';

const REFERENCE = /^#fn-(.+)$/;

/** The numbers of the notes, by what the parser calls them. */
function numbersOf(tree: Root): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const { properties } of elementsIn(tree, 'li')) {
    const { id } = properties;
    if (typeof id === 'string' && id.startsWith('fn-')) numbers.set(id.slice(3), numbers.size + 1);
  }
  return numbers;
}

function changeReference(link: Element, numbers: ReadonlyMap<string, number>, seen: Set<number>) {
  const [, name = ''] = REFERENCE.exec(String(link.properties.href)) ?? [];
  const number = numbers.get(decodeURIComponent(name)) ?? numbers.get(name) ?? 0;
  const id = seen.has(number) ? {} : { id: `fnref${number}` };
  seen.add(number);
  link.properties = { href: `#fn${number}`, ...id };
  link.children = [textNode(String(number))];
}

/** One way back, to the first reference. */
function changeNote(note: Element, number: number): void {
  note.properties = { id: `fn${number}` };
  let isFirst = true;
  replaceElements(note, ({ properties }) => {
    if (properties.dataFootnoteBackref === undefined) return undefined;
    if (!isFirst) return [];
    isFirst = false;
    const way = { href: `#fnref${number}`, ariaLabel: 'Back to the text' };
    return [element('a', way, [textNode('↩')])];
  });
}

/** As the editor writes footnotes, with the same classes and names. */
export function writeFootnotes(tree: Root): void {
  const numbers = numbersOf(tree);
  const seen = new Set<number>();
  for (const node of elementsIn(tree)) {
    const [first] = node.children;
    if (
      node.tagName === 'sup' &&
      first?.type === 'element' &&
      first.properties.dataFootnoteRef !== undefined
    ) {
      node.properties = { className: ['footnote-ref'] };
      changeReference(first, numbers, seen);
    }
    if (node.tagName === 'li' && numbers.has(String(node.properties.id).slice(3)))
      changeNote(node, numbers.get(String(node.properties.id).slice(3)) ?? 0);
    if (node.properties.dataFootnotes !== undefined) {
      const list = node.children.filter(
        (child) => child.type === 'element' && child.tagName === 'ol',
      );
      Object.assign(node, element('section', { className: ['footnotes'] }, list));
    }
  }
}
