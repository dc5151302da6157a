import { escapeAttribute } from '@longhand/contract/search';
import type { TextState } from './text-edits.ts';
import { askForLink } from './text-links.ts';
import { toggleHeading, toggleInline, toggleList } from './text-wraps.ts';

export function image(url: string, size: { width: number; height: number } | undefined): string {
  const dimensions = size ? ` width="${size.width}" height="${size.height}"` : '';
  return `<img src="${escapeAttribute(url)}" alt=""${dimensions}>`;
}

/** With Ctrl or Cmd. Letters are where a keyboard has them; a digit's key may write something else. */
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

/** What a button makes of the text and of what is selected in it; null where nothing changes. */
export type Tool = {
  readonly label: string;
  readonly name: string;
  readonly keys: Keys;
  readonly apply: (state: TextState) => TextState | null;
};

/** The toolbar, in its order. */
export const TOOLS: readonly Tool[] = [
  {
    label: 'H2',
    name: 'Heading 2',
    keys: { key: '2', alt: true },
    apply: (state) => toggleHeading(state, 'h2'),
  },
  {
    label: 'H3',
    name: 'Heading 3',
    keys: { key: '3', alt: true },
    apply: (state) => toggleHeading(state, 'h3'),
  },
  {
    label: 'Bold',
    name: 'Bold',
    keys: { key: 'B' },
    apply: (state) => toggleInline(state, ['strong', 'b']),
  },
  {
    label: 'Italic',
    name: 'Italic',
    keys: { key: 'I' },
    apply: (state) => toggleInline(state, ['em', 'i']),
  },
  { label: 'Link', name: 'Link', keys: { key: 'K' }, apply: askForLink },
  {
    label: 'Bullet List',
    name: 'Bullet list',
    keys: { key: '8', shift: true },
    apply: (state) => toggleList(state, 'ul'),
  },
  {
    label: 'Numbered List',
    name: 'Numbered list',
    keys: { key: '7', shift: true },
    apply: (state) => toggleList(state, 'ol'),
  },
];
