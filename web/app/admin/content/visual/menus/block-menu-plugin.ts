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
import { runAfter } from '../../document/run-after.ts';
import { askForVideo } from '../commands/address-question.ts';
import { markType, nodeType } from '../commands/commands.ts';
import { BLOCK_MENU_ITEMS, type BlockMenuItem, matchingBlocks } from './block-menu-items.ts';

export type BlockMenu = {
  /** The position of the slash. */
  readonly from: number;
  readonly query: string;
  readonly items: readonly BlockMenuItem[];
  readonly active: number;
};

export type BlockMenuOptions = { readonly onPicture?: (() => void) | undefined };

type Change = { readonly close: true } | { readonly active: number };

const key = new PluginKey<BlockMenu | null>('blockMenu');

/** A page has one editor. */
export const BLOCK_MENU_ID = 'block-menu';

export function blockOptionId(index: number): string {
  return `${BLOCK_MENU_ID}-${index}`;
}

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
  const isText = type === nodeType('paragraph') || type === nodeType('heading');
  return empty && isText && !markType('code').isInSet($from.marks());
}

/** Where the slash is, if it stands at the start of the text or after a space. */
function slashBefore({ selection: { $from } }: EditorState): number | null {
  // Other inline content counts as one character.
  const text = $from.parent.textBetween(0, $from.parentOffset, undefined, '￼');
  return /(?:^|\s)\/$/.test(text) ? $from.pos - 1 : null;
}

function menuAt(
  state: EditorState,
  from: number,
  items: readonly BlockMenuItem[],
): BlockMenu | null {
  const { $from } = state.selection;
  if (!takesBlocks(state) || from < $from.start() || from >= $from.pos) return null;
  const typed = state.doc.textBetween(from, $from.pos, undefined, '￼');
  const query = typed.slice(1);
  if (!typed.startsWith('/') || /^\s/.test(query)) return null;
  const matches = matchingBlocks(items, query, state);
  return matches.length > 0 ? { from, query, items: matches, active: 0 } : null;
}

function apply(
  transaction: Transaction,
  menu: BlockMenu | null,
  state: EditorState,
  items: readonly BlockMenuItem[],
): BlockMenu | null {
  const change: Change | undefined = transaction.getMeta(key);
  if (change && 'close' in change) return null;
  if (!menu) {
    const from = isSlashTyped(transaction) ? slashBefore(state) : null;
    return from === null ? null : menuAt(state, from, items);
  }
  if (change) return { ...menu, active: change.active };
  if (!transaction.docChanged && !transaction.selectionSet) return menu;
  const next = menuAt(state, transaction.mapping.map(menu.from), items);
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
    if (!menu) return false;
    const active = (to + menu.items.length) % menu.items.length;
    if (active !== menu.active) dispatch?.(state.tr.setMeta(key, { active } satisfies Change));
    return true;
  };
}

/** Removes what was typed for the menu, and runs the command of the block. */
export function chooseBlock(item: BlockMenuItem): Command {
  return (state, dispatch) => {
    const menu = blockMenuOf(state);
    if (!menu) return false;
    const { from } = menu;
    const to = state.selection.from;
    const { tr } = state;
    tr.setMeta(key, { close: true } satisfies Change);
    // The text of the question stays until there is an answer: one undo takes back both.
    if ('ask' in item && item.ask === 'video') askForVideo(tr, { from, to });
    else tr.delete(from, to);
    if ('command' in item && !runAfter(tr, state, item.command)) return false;
    dispatch?.(closeHistory(tr));
    return true;
  };
}

export function chooseInView(view: EditorView, item: BlockMenuItem, options: BlockMenuOptions) {
  chooseBlock(item)(view.state, view.dispatch, view);
  if ('ask' in item && item.ask === 'picture') options.onPicture?.();
}

/** A menu of blocks for a slash at the start of a text or after a space. */
export function blockMenu(options: BlockMenuOptions): Plugin<BlockMenu | null> {
  const items = BLOCK_MENU_ITEMS.filter(
    (item) => options.onPicture || !('ask' in item) || item.ask !== 'picture',
  );
  return new Plugin<BlockMenu | null>({
    key,
    state: {
      init: () => null,
      apply: (transaction, menu, _old, state) => apply(transaction, menu, state, items),
    },
    props: {
      attributes(state): Record<string, string> {
        const menu = blockMenuOf(state);
        if (!menu) return {};
        return {
          'aria-autocomplete': 'list',
          'aria-haspopup': 'listbox',
          'aria-controls': BLOCK_MENU_ID,
          'aria-activedescendant': blockOptionId(menu.active),
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
