import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';

// These are the classes and names that the editor gives to footnotes.

/** The note leads back to its first reference. */
export function footnoteReference(
  number: string,
  children: readonly ElementContent[],
  isFirst = true,
): Element {
  const id = isFirst ? `fnref${number}` : undefined;
  return h('sup.footnote-ref', h('a', { href: `#fn${number}`, id }, [...children]));
}

export function footnoteBackLink(number: string): Element {
  return h('a', { href: `#fnref${number}`, ariaLabel: 'Back to the text' }, '↩');
}

export function footnoteItem(number: string, children: readonly ElementContent[]): Element {
  return h('li', { id: `fn${number}` }, [...children]);
}

export function footnoteSection(list: Element): Element {
  return h('section.footnotes', list);
}
