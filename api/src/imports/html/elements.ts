import type { Element, ElementContent, Properties, Root, Text } from 'hast';
import { elementsIn } from '../../posts/rendering/elements.ts';

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

/** The first below another. */
export function withClass(parent: Root | Element, name: string): Element | undefined {
  return elementsIn(parent).find((node) => hasClass(node, name));
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
