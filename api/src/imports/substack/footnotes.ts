import type { Element, ElementContent, Root } from 'hast';
import { elementsIn, replaceElements } from '../../posts/rendering/elements.ts';
import { addressIn, element, hasClass, textNode } from '../html/elements.ts';

const NUMBER = /-(\d+)$/;

function numberIn(address: string): string | undefined {
  return NUMBER.exec(address)?.[1];
}

function noteOf(note: Element, content: ElementContent[]): Element | undefined {
  const back = elementsIn(note, 'a').find((link) => hasClass(link, 'footnote-number'));
  const number = back && numberIn(addressIn(back, 'href'));
  if (number === undefined) return undefined;
  const way = element('a', { href: `#fnref${number}`, ariaLabel: 'Back to the text' }, [
    textNode('↩'),
  ]);
  const last = content.findLast((child) => child.type === 'element' && child.tagName === 'p');
  if (last?.type === 'element') last.children.push(textNode(' '), way);
  else content.push(element('p', {}, [way]));
  return element('li', { id: `fn${number}` }, content);
}

/** As the editor writes footnotes: references, and one list of notes at the end. */
export function replaceFootnotes(tree: Root): void {
  const notes: Element[] = [];
  replaceElements(tree, (node) => {
    if (hasClass(node, 'footnote-anchor')) {
      const number = numberIn(addressIn(node, 'href'));
      const reference = element('a', { href: `#fn${number}`, id: `fnref${number}` }, node.children);
      return number === undefined
        ? undefined
        : [element('sup', { className: ['footnote-ref'] }, [reference])];
    }
    if (!hasClass(node, 'footnote')) return undefined;
    const inner = elementsIn(node, 'div').find((div) => hasClass(div, 'footnote-content'));
    const note = noteOf(node, inner?.children ?? []);
    if (note) notes.push(note);
    return note ? [] : undefined;
  });
  if (notes.length > 0)
    tree.children.push(
      element('section', { className: ['footnotes'] }, [element('ol', {}, notes)]),
    );
}
