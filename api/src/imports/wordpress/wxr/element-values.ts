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

/**
 * A copy: a part of a text keeps the whole in memory, and a short one that is kept would keep the
 * part of the file that it was read from.
 */
export function detached(text: string): string {
  return Buffer.from(text).toString();
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
