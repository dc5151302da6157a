import type { TextState } from './text-edits.ts';
import { toggleFootnote } from './text-footnotes.ts';
import { insertTable, toggleCode, toggleQuote, toggleRule } from './text-structures.ts';
import { toggleHeading, toggleInline, toggleList } from './wrap-in-tags.ts';

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

export function shortcut({ key, alt, shift }: Keys): string {
  if (isApple()) return `${shift ? '⇧' : ''}${alt ? '⌥' : ''}⌘${key}`;
  return ['Ctrl', alt && 'Alt', shift && 'Shift', key].filter(Boolean).join('+');
}

export function ariaKeyShortcuts({ key, alt, shift }: Keys): string {
  return [isApple() ? 'Meta' : 'Control', alt && 'Alt', shift && 'Shift', key]
    .filter(Boolean)
    .join('+');
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
  readonly keys: Keys | null;
  readonly apply: (state: TextState) => TextState | null;
};

export type AskingTool = Omit<Tool, 'apply'> & { readonly asks: 'link' | 'image' };

function tool(label: string, name: string, keys: Keys | null, apply: Tool['apply']): Tool {
  return { label, name, keys, apply };
}

const LINK_TOOL: AskingTool = { label: 'Link', name: 'Link', keys: { key: 'K' }, asks: 'link' };
const IMAGE_TOOL: AskingTool = { label: 'Image', name: 'Image', keys: null, asks: 'image' };

const BASIC_TOOLS: readonly (Tool | AskingTool)[] = [
  tool('H2', 'Heading 2', { key: '2', alt: true }, (state) => toggleHeading(state, 'h2')),
  tool('H3', 'Heading 3', { key: '3', alt: true }, (state) => toggleHeading(state, 'h3')),
  tool('Bold', 'Bold', { key: 'B' }, (state) => toggleInline(state, ['strong', 'b'])),
  tool('Italic', 'Italic', { key: 'I' }, (state) => toggleInline(state, ['em', 'i'])),
  LINK_TOOL,
  tool('Bullet List', 'Bullet list', { key: '8', shift: true }, (state) => toggleList(state, 'ul')),
  tool('Numbered List', 'Numbered list', { key: '7', shift: true }, (state) =>
    toggleList(state, 'ol'),
  ),
];

const MORE_TOOLS: readonly Tool[] = [
  tool('Quote', 'Quote', { key: '9', shift: true }, toggleQuote),
  tool('Code', 'Code', { key: 'E' }, toggleCode),
  tool('Table', 'Table', null, insertTable),
  tool('Rule', 'Rule', null, toggleRule),
  tool('Footnote', 'Footnote', null, toggleFootnote),
];

export const TOOLS: readonly (Tool | AskingTool)[] = [...BASIC_TOOLS, ...MORE_TOOLS];

export const TOOLBAR: readonly (Tool | AskingTool)[] = [...BASIC_TOOLS, IMAGE_TOOL, ...MORE_TOOLS];
