import type { Command, EditorState } from 'prosemirror-state';
import {
  insertDetails,
  insertNote,
  insertRule,
  insertTable,
  isHeading,
  isList,
  isPullQuote,
  isQuote,
  nodeType,
  toggleCode,
  toggleHeading,
  toggleList,
  togglePullQuote,
  toggleQuote,
  toParagraph,
} from './commands.ts';
import { insertFootnote } from './footnotes.ts';

/** Either a command, or a question that is answered elsewhere. */
type Action = { readonly command: Command } | { readonly ask: 'picture' | 'video' };

export type BlockMenuItem = Action & {
  readonly name: string;
  /** Other words for it, in lower case. */
  readonly keywords: string;
  /** If the caret is in such a block already. */
  readonly isActive?: (state: EditorState) => boolean;
};

function heading(level: number, keywords: string): BlockMenuItem {
  return {
    name: `Heading ${level}`,
    keywords: `h${level} title ${keywords}`,
    command: toggleHeading(level),
    isActive: (state) => isHeading(state, level),
  };
}

export const BLOCK_MENU_ITEMS: readonly BlockMenuItem[] = [
  heading(2, 'section chapter'),
  heading(3, 'subsection'),
  heading(4, 'subsection'),
  {
    name: 'Paragraph',
    keywords: 'text plain',
    command: toParagraph,
    isActive: ({ selection }) => selection.$from.parent.type === nodeType('paragraph'),
  },
  {
    name: 'Bullet list',
    keywords: 'ul unordered points',
    command: toggleList('bullet_list'),
    isActive: (state) => isList(state, 'bullet_list'),
  },
  {
    name: 'Numbered list',
    keywords: 'ol ordered steps',
    command: toggleList('ordered_list'),
    isActive: (state) => isList(state, 'ordered_list'),
  },
  {
    name: 'Quote',
    keywords: 'blockquote citation',
    command: toggleQuote,
    isActive: isQuote,
  },
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
