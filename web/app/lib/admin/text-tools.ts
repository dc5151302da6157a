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

function escapeAttribute(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
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

export type Tool = {
  readonly label: string;
  readonly name: string;
  /** As `event.code`, with Ctrl or Cmd; digits are named by their key, letters by theirs. */
  readonly keys: { readonly code: string; readonly alt?: true; readonly shift?: true };
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
    keys: { code: 'Digit2', alt: true },
    apply: (selected) => wrap('<h2>', selected, '</h2>'),
  },
  {
    label: 'H3',
    name: 'Heading 3',
    keys: { code: 'Digit3', alt: true },
    apply: (selected) => wrap('<h3>', selected, '</h3>'),
  },
  {
    label: 'Bold',
    name: 'Bold',
    keys: { code: 'KeyB' },
    apply: (selected) => wrap('<strong>', selected, '</strong>'),
  },
  {
    label: 'Italic',
    name: 'Italic',
    keys: { code: 'KeyI' },
    apply: (selected) => wrap('<em>', selected, '</em>'),
  },
  { label: 'Link', name: 'Link', keys: { code: 'KeyK' }, apply: askForLink },
  {
    label: 'Bullet List',
    name: 'Bullet list',
    keys: { code: 'Digit8', shift: true },
    apply: (selected) => list('ul', selected),
  },
  {
    label: 'Numbered List',
    name: 'Numbered list',
    keys: { code: 'Digit7', shift: true },
    apply: (selected) => list('ol', selected),
  },
];
