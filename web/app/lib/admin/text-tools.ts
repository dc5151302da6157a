import { escapeAttribute } from '@longhand/contract/search';

/** What is put in the place of the selection, and which part of it is selected afterwards. */
export type Edit = { readonly text: string; readonly from: number; readonly to: number };

function wrap(before: string, selected: string, after: string): Edit {
  const from = before.length;
  return { text: before + selected + after, from, to: from + selected.length };
}

function list(tag: 'ul' | 'ol', selected: string): Edit {
  const lines = selected.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return wrap(`<${tag}>\n  <li>`, '', `</li>\n</${tag}>`);
  const items = lines.map((line) => `  <li>${line.trim()}</li>`).join('\n');
  return wrap(`<${tag}>\n`, items, `\n</${tag}>`);
}

/** Without a selection the address is its own text, selected so that one can write another. */
export function link(selected: string, address: string): Edit {
  const href = escapeAttribute(address);
  return wrap(`<a href="${href}">`, selected || href, '</a>');
}

export function image(url: string, size: { width: number; height: number } | undefined): string {
  const dimensions = size ? ` width="${size.width}" height="${size.height}"` : '';
  return `<img src="${escapeAttribute(url)}" alt=""${dimensions}>`;
}

/** Stands in the text for a picture that is on its way. */
export function uploadPlaceholder(number: number, name: string): string {
  return `[Uploading ${number}: ${name.replace(/[[\]]/g, '')} …]`;
}

/** The text without pictures that will never arrive any more. */
export function withoutPlaceholders(text: string): string {
  return text.replace(/\[Uploading \d+: [^[\]]* …\]/g, '');
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

export type Tool = {
  readonly label: string;
  readonly name: string;
  readonly keys: Keys;
  readonly apply: (selected: string) => Edit | null;
};

function askForLink(selected: string): Edit | null {
  const address = window.prompt('Link address', 'https://')?.trim();
  return address && address !== 'https://' ? link(selected, address) : null;
}

/** The toolbar, in its order. */
export const TOOLS: readonly Tool[] = [
  {
    label: 'H2',
    name: 'Heading 2',
    keys: { key: '2', alt: true },
    apply: (selected) => wrap('<h2>', selected, '</h2>'),
  },
  {
    label: 'H3',
    name: 'Heading 3',
    keys: { key: '3', alt: true },
    apply: (selected) => wrap('<h3>', selected, '</h3>'),
  },
  {
    label: 'Bold',
    name: 'Bold',
    keys: { key: 'B' },
    apply: (selected) => wrap('<strong>', selected, '</strong>'),
  },
  {
    label: 'Italic',
    name: 'Italic',
    keys: { key: 'I' },
    apply: (selected) => wrap('<em>', selected, '</em>'),
  },
  { label: 'Link', name: 'Link', keys: { key: 'K' }, apply: askForLink },
  {
    label: 'Bullet List',
    name: 'Bullet list',
    keys: { key: '8', shift: true },
    apply: (selected) => list('ul', selected),
  },
  {
    label: 'Numbered List',
    name: 'Numbered list',
    keys: { key: '7', shift: true },
    apply: (selected) => list('ol', selected),
  },
];
