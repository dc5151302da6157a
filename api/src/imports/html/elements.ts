import type { Element, ElementContent, Properties, Text } from 'hast';
import { visit } from 'unist-util-visit';

export function element(
  tagName: string,
  properties: Properties,
  children: ElementContent[] = [],
): Element {
  return { type: 'element', tagName, properties, children };
}

export function hasClass({ properties }: Element, name: string): boolean {
  return Array.isArray(properties.className) && properties.className.includes(name);
}

export function isElement(node: { readonly type: string }, tagName: string): node is Element {
  return node.type === 'element' && (node as Element).tagName === tagName;
}

/** The elements of a tag below another, in order. */
export function elementsIn(parent: Element, tagName: string): Element[] {
  const found: Element[] = [];
  visit(parent, { tagName }, (child) => {
    if (child !== parent) found.push(child);
  });
  return found;
}

export function isBlank(node: ElementContent): boolean {
  return node.type === 'text' && /^[ \t\n\f]*$/.test(node.value);
}

export function addressIn(element: Element, property: 'href' | 'src'): string {
  const value = element.properties[property];
  return typeof value === 'string' ? value : '';
}

export function textNode(value: string): Text {
  return { type: 'text', value };
}
