import { closeHistory, isHistoryTransaction } from 'prosemirror-history';
import {
  type Command,
  type EditorState,
  Plugin,
  PluginKey,
  type Transaction,
} from 'prosemirror-state';
import { ReplaceStep } from 'prosemirror-transform';
import type { EditorView } from 'prosemirror-view';
import { optionId } from '../../../ui/fields/option-list.tsx';
import { marks, nodes } from '../../document/schema.ts';
import { runAfter } from '../../document/transactions.ts';
import { askForVideo } from '../commands/address-question.ts';
import {
  insertDetails,
  insertNote,
  insertRule,
  insertTable,
  isPullQuote,
  toggleCode,
  togglePullQuote,
  toParagraph,
} from '../commands/commands.ts';
import { insertFootnote } from '../commands/footnotes.ts';
import { heading, list, QUOTE } from '../commands/visual-tools.ts';

type Action = { readonly command: Command } | { readonly ask: 'picture' | 'video' };

export type BlockMenuItem = Action & {
  readonly name: string;
  /** Other words for it, in lower case. */
  readonly keywords: string;
  readonly isActive?: (state: EditorState) => boolean;
};

export const BLOCK_MENU_ITEMS: readonly BlockMenuItem[] = [
  { name: 'Heading 2', keywords: 'h1 h2 title header section chapter', ...heading(2) },
  { name: 'Heading 3', keywords: 'h3 title header subsection', ...heading(3) },
  { name: 'Heading 4', keywords: 'h4 h5 h6 title header subsection', ...heading(4) },
  {
    name: 'Paragraph',
    keywords: 'p text plain',
    command: toParagraph,
    isActive: ({ selection }) => selection.$from.parent.type === nodes.paragraph,
  },
  {
    name: 'Bullet list',
    keywords: 'ul unordered points todo checklist',
    ...list('bullet_list'),
  },
  { name: 'Numbered list', keywords: 'ol ordered steps 1.', ...list('ordered_list') },
  { name: 'Quote', keywords: 'blockquote citation cite', ...QUOTE },
  {
    name: 'Pull quote',
    keywords: 'blockquote highlight',
    command: togglePullQuote,
    isActive: isPullQuote,
  },
  { name: 'Code', keywords: 'pre program source snippet', command: toggleCode },
  { name: 'Table', keywords: 'grid rows columns spreadsheet', command: insertTable },
  { name: 'Picture', keywords: 'img image photo figure upload gallery slideshow', ask: 'picture' },
  { name: 'Rule', keywords: 'hr line divider separator horizontal', command: insertRule },
  { name: 'Note', keywords: 'aside info hint callout warning', command: insertNote },
  { name: 'Details', keywords: 'summary fold toggle accordion spoiler', command: insertDetails },
  { name: 'Footnote', keywords: 'reference source', command: insertFootnote },
  { name: 'Video', keywords: 'embed iframe youtube vimeo film movie', ask: 'video' },
];

/** Every typed word must be the start of a word, in any order. */
function isMatch({ name, keywords }: BlockMenuItem, query: string): boolean {
  const words = `${name.toLowerCase()} ${keywords}`.split(' ');
  const typed = query.toLowerCase().split(/\s+/).filter(Boolean);
  return typed.every((start) => words.some((word) => word.startsWith(start)));
}

function isPossible(item: BlockMenuItem, state: EditorState): boolean {
  if ('ask' in item) return true;
  return !item.isActive?.(state) && item.command(state);
}

function matchingBlocks(query: string, state: EditorState): BlockMenuItem[] {
  const found = BLOCK_MENU_ITEMS.filter((item) => isMatch(item, query) && isPossible(item, state));
  const isNamed = ({ name }: BlockMenuItem) =>
    name.toLowerCase().startsWith(query.trim().toLowerCase());
  return [...found.filter(isNamed), ...found.filter((item) => !isNamed(item))];
}

export type BlockMenu = {
  readonly from: number;
  readonly query: string;
  /** Empty if no block has this name. */
  readonly items: readonly BlockMenuItem[];
  readonly active: number;
};

export type BlockMenuOptions = { readonly onPicture: () => void };

type Change = { readonly close: true } | { readonly active: number };

const key = new PluginKey<BlockMenu | null>('blockMenu');

/** A constant, because a page has only one editor. */
export const BLOCK_MENU_ID = 'block-menu';

export function blockMenuOf(state: EditorState): BlockMenu | null {
  return key.getState(state) ?? null;
}

function isSlashTyped(transaction: Transaction): boolean {
  if (isHistoryTransaction(transaction) || transaction.getMeta('paste')) return false;
  const step = transaction.steps.at(-1);
  if (transaction.steps.length !== 1 || !(step instanceof ReplaceStep)) return false;
  const { content } = step.slice;
  return content.size === 1 && content.firstChild?.text === '/';
}

/** Captions, summaries and code hold no blocks. */
function takesBlocks({ selection }: EditorState): boolean {
  const { $from, empty } = selection;
  const { type } = $from.parent;
  const isText = type === nodes.paragraph || type === nodes.heading;
  return empty && isText && !marks.code.isInSet($from.marks());
}

/** Null unless the slash is at the start of the text or after a space. */
function slashBefore({ selection: { $from } }: EditorState): number | null {
  // Other inline content counts as one character.
  const text = $from.parent.textBetween(0, $from.parentOffset, undefined, '￼');
  return /(?:^|\s)\/$/.test(text) ? $from.pos - 1 : null;
}

function menuAt(state: EditorState, from: number): BlockMenu | null {
  const { $from } = state.selection;
  if (!takesBlocks(state) || from < $from.start() || from >= $from.pos) return null;
  const typed = state.doc.textBetween(from, $from.pos, undefined, '￼');
  const query = typed.slice(1);
  if (!typed.startsWith('/') || /^\s/.test(query)) return null;
  const matches = matchingBlocks(query, state);
  // After a space, a sentence goes on.
  if (matches.length === 0 && /\s/.test(query)) return null;
  return { from, query, items: matches, active: 0 };
}

function apply(
  transaction: Transaction,
  menu: BlockMenu | null,
  state: EditorState,
): BlockMenu | null {
  const change: Change | undefined = transaction.getMeta(key);
  if (change && 'close' in change) return null;
  if (!menu) {
    const from = isSlashTyped(transaction) ? slashBefore(state) : null;
    return from === null ? null : menuAt(state, from);
  }
  if (change) return { ...menu, active: change.active };
  if (!transaction.docChanged && !transaction.selectionSet) return menu;
  const next = menuAt(state, transaction.mapping.map(menu.from));
  return next?.query === menu.query ? { ...next, active: menu.active } : next;
}

export const closeBlockMenu: Command = (state, dispatch) => {
  if (!blockMenuOf(state)) return false;
  dispatch?.(state.tr.setMeta(key, { close: true } satisfies Change));
  return true;
};

export function moveInBlockMenu(to: number): Command {
  return (state, dispatch) => {
    const menu = blockMenuOf(state);
    if (!menu || menu.items.length === 0) return false;
    const active = (to + menu.items.length) % menu.items.length;
    if (active !== menu.active) dispatch?.(state.tr.setMeta(key, { active } satisfies Change));
    return true;
  };
}

export function chooseBlock(item: BlockMenuItem): Command {
  return (state, dispatch) => {
    const menu = blockMenuOf(state);
    if (!menu) return false;
    const { from } = menu;
    const to = state.selection.from;
    const { tr } = state;
    tr.setMeta(key, { close: true } satisfies Change);
    // The typed text stays until there is an answer, so that one undo takes back both.
    if ('ask' in item && item.ask === 'video') askForVideo(tr, { from, to });
    else tr.delete(from, to);
    if ('command' in item && !runAfter(tr, state, item.command)) return false;
    dispatch?.(closeHistory(tr));
    return true;
  };
}

export function chooseInView(view: EditorView, item: BlockMenuItem, options: BlockMenuOptions) {
  chooseBlock(item)(view.state, view.dispatch, view);
  if ('ask' in item && item.ask === 'picture') options.onPicture();
}

export function blockMenu(options: BlockMenuOptions): Plugin<BlockMenu | null> {
  return new Plugin<BlockMenu | null>({
    key,
    state: {
      init: () => null,
      apply: (transaction, menu, _old, state) => apply(transaction, menu, state),
    },
    props: {
      attributes(state): Record<string, string> {
        const menu = blockMenuOf(state);
        if (!menu || menu.items.length === 0) return {};
        return {
          'aria-autocomplete': 'list',
          'aria-haspopup': 'listbox',
          'aria-controls': BLOCK_MENU_ID,
          'aria-activedescendant': optionId(BLOCK_MENU_ID, menu.active),
        };
      },
      handleKeyDown(view, event) {
        const menu = blockMenuOf(view.state);
        if (!menu || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
        const item = menu.items[menu.active];
        if (event.key === 'ArrowDown')
          return moveInBlockMenu(menu.active + 1)(view.state, view.dispatch);
        if (event.key === 'ArrowUp')
          return moveInBlockMenu(menu.active - 1)(view.state, view.dispatch);
        if (event.key === 'Escape') return closeBlockMenu(view.state, view.dispatch);
        if ((event.key !== 'Enter' && event.key !== 'Tab') || !item) return false;
        chooseInView(view, item, options);
        return true;
      },
      handleDOMEvents: {
        blur: (view) => {
          closeBlockMenu(view.state, view.dispatch);
          return false;
        },
      },
    },
  });
}
