import { type EditorState, Plugin, PluginKey, type Transaction } from 'prosemirror-state';

const key = new PluginKey<string>('announcement');

/** For screen readers: what was done with a block. */
export function announce(tr: Transaction, words: string): Transaction {
  return tr.setMeta(key, words);
}

export function announcementOf(state: EditorState): string {
  return key.getState(state) ?? '';
}

export function announcements(): Plugin<string> {
  return new Plugin<string>({
    key,
    state: {
      init: () => '',
      apply: (tr, words) => tr.getMeta(key) ?? (tr.docChanged ? '' : words),
    },
  });
}
