import { escapeAttribute } from '@longhand/contract/search';
import type { TextState } from './text-edits.ts';
import { askForLink } from './text-links.ts';
import { toggleHeading, toggleInline, toggleList } from './text-wraps.ts';

export function image(url: string, size: { width: number; height: number } | undefined): string {
  const dimensions = size ? ` width="${size.width}" height="${size.height}"` : '';
  return `<img src="${escapeAttribute(url)}" alt=""${dimensions}>`;
}

/** With Ctrl or Cmd. Digits are matched by the key's position: with Shift they produce other characters. */
export type Keys = { readonly key: string; readonly alt?: true; readonly shift?: true };

export function isPressed(keys: Keys, event: KeyboardEvent | React.KeyboardEvent): boolean {
  const pressed = /^\d$/.test(keys.key) ? event.code.replace('Digit', '') : event.key.toUpperCase();
  return (
    (event.ctrlKey || event.metaKey) &&
    pressed === keys.key &&
    Boolean(keys.alt) === event.altKey &&
    Boolean(keys.shift) === event.shiftKey
  );
}

/** `apply` returns null if nothing changes. */
export type Tool = {
  readonly label: string;
  readonly name: string;
  readonly keys: Keys;
  readonly apply: (state: TextState) => TextState | null;
};

function tool(label: string, name: string, keys: Keys, apply: Tool['apply']): Tool {
  return { label, name, keys, apply };
}

export const TOOLS: readonly Tool[] = [
  tool('H2', 'Heading 2', { key: '2', alt: true }, (state) => toggleHeading(state, 'h2')),
  tool('H3', 'Heading 3', { key: '3', alt: true }, (state) => toggleHeading(state, 'h3')),
  tool('Bold', 'Bold', { key: 'B' }, (state) => toggleInline(state, ['strong', 'b'])),
  tool('Italic', 'Italic', { key: 'I' }, (state) => toggleInline(state, ['em', 'i'])),
  tool('Link', 'Link', { key: 'K' }, askForLink),
  tool('Bullet List', 'Bullet list', { key: '8', shift: true }, (state) => toggleList(state, 'ul')),
  tool('Numbered List', 'Numbered list', { key: '7', shift: true }, (state) =>
    toggleList(state, 'ol'),
  ),
];
