import type { Command, EditorState } from 'prosemirror-state';
import {
  insertDetails,
  insertNote,
  insertRule,
  insertTable,
  isPullQuote,
  nodeType,
  toggleCode,
  togglePullQuote,
  toParagraph,
} from '../commands/commands.ts';
import { insertFootnote } from '../commands/footnotes.ts';
import { heading, list, QUOTE } from '../commands/visual-tools.ts';

/** Either a command, or a question that is answered elsewhere. */
type Action = { readonly command: Command } | { readonly ask: 'picture' | 'video' };

export type BlockMenuItem = Action & {
  readonly name: string;
  /** Other words for it, in lower case. */
  readonly keywords: string;
  /** If the caret is in such a block already. */
  readonly isActive?: (state: EditorState) => boolean;
};

export const BLOCK_MENU_ITEMS: readonly BlockMenuItem[] = [
  { name: 'Heading 2', keywords: 'h2 title section chapter', ...heading(2) },
  { name: 'Heading 3', keywords: 'h3 title subsection', ...heading(3) },
  { name: 'Heading 4', keywords: 'h4 title subsection', ...heading(4) },
  {
    name: 'Paragraph',
    keywords: 'text plain',
    command: toParagraph,
    isActive: ({ selection }) => selection.$from.parent.type === nodeType('paragraph'),
  },
  { name: 'Bullet list', keywords: 'ul unordered points', ...list('bullet_list') },
  { name: 'Numbered list', keywords: 'ol ordered steps', ...list('ordered_list') },
  { name: 'Quote', keywords: 'blockquote citation', ...QUOTE },
  {
    name: 'Pull quote',
    keywords: 'blockquote highlight',
    command: togglePullQuote,
    isActive: isPullQuote,
  },
  { name: 'Code', keywords: 'pre program source', command: toggleCode },
  { name: 'Table', keywords: 'grid rows columns', command: insertTable },
  { name: 'Picture', keywords: 'image photo figure upload', ask: 'picture' },
  { name: 'Rule', keywords: 'hr line divider separator', command: insertRule },
  { name: 'Note', keywords: 'aside info hint callout', command: insertNote },
  { name: 'Details', keywords: 'summary fold toggle', command: insertDetails },
  { name: 'Footnote', keywords: 'reference source', command: insertFootnote },
  { name: 'Video', keywords: 'embed youtube vimeo film movie', ask: 'video' },
];

/** Every word that was typed must be the start of a word, in any order. */
function isMatch({ name, keywords }: BlockMenuItem, query: string): boolean {
  const words = `${name.toLowerCase()} ${keywords}`.split(' ');
  const typed = query.toLowerCase().split(/\s+/).filter(Boolean);
  return typed.every((start) => words.some((word) => word.startsWith(start)));
}

function isPossible(item: BlockMenuItem, state: EditorState): boolean {
  if ('ask' in item) return true;
  return !item.isActive?.(state) && item.command(state);
}

/** Names first: 'quote' is not asked for by its keywords. */
export function matchingBlocks(
  items: readonly BlockMenuItem[],
  query: string,
  state: EditorState,
): BlockMenuItem[] {
  const found = items.filter((item) => isMatch(item, query) && isPossible(item, state));
  const isNamed = ({ name }: BlockMenuItem) =>
    name.toLowerCase().startsWith(query.trim().toLowerCase());
  return [...found.filter(isNamed), ...found.filter((item) => !isNamed(item))];
}
