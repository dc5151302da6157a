import { shownTitle } from '../post-form/shown-value.ts';
import { copyAddress, editorAddress } from './addresses.ts';
import { copyOf } from './copy-writes.ts';
import type { DocumentTypes } from './document-kind.ts';
import type { EditorState } from './editor-state.ts';
import { whatStays } from './private-changes.ts';

/** What a closed editor leaves, for the list that follows. */
export type KeptChanges = { readonly text: string; readonly edit: string };

/** Null if there was nothing to keep. */
export function keptState<T extends DocumentTypes>(
  state: EditorState<T>,
): { readonly kept: KeptChanges } | null {
  const { kind, baseline, form } = state;
  const { document } = baseline;
  const copy = copyOf(state);
  if (!copy) return null;
  const stays = whatStays(kind.name, kind.savedState(document));
  const text = `Private changes to ‘${shownTitle(form.title)}’ are kept. ${stays}`;
  const edit = document ? editorAddress(kind.name, document.id) : copyAddress(kind.name, copy.id);
  return { kept: { text, edit } };
}

/** From the state of a navigation, which may be anything. */
export function readKeptChanges(state: unknown): KeptChanges | undefined {
  const { kept } = (state ?? {}) as { kept?: Partial<KeptChanges> };
  const isKept = typeof kept?.text === 'string' && typeof kept.edit === 'string';
  return isKept ? (kept as KeptChanges) : undefined;
}
