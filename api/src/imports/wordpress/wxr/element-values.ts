import type { WxrElement } from './channel-elements.ts';

/** The text of a child, as it is; empty if there is none. */
export function rawTextOf({ children }: WxrElement, name: string): string {
  return children.find((child) => child.name === name)?.text ?? '';
}

export function textOf(element: WxrElement, name: string): string {
  return rawTextOf(element, name).trim();
}

export function childrenOf({ children }: WxrElement, name: string): WxrElement[] {
  return children.filter((child) => child.name === name);
}

/** The custom fields of an item. */
export function fieldsOf(item: WxrElement): ReadonlyMap<string, string> {
  return new Map(
    childrenOf(item, 'wp:postmeta').map((field) => [
      textOf(field, 'wp:meta_key'),
      textOf(field, 'wp:meta_value'),
    ]),
  );
}
