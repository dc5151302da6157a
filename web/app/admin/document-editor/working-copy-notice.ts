import { shownTitle } from '../post-form/shown-value.ts';
import { editorAddress } from './addresses.ts';
import type { DocumentTypes } from './document-kind.ts';
import type { EditorState } from './editor-state.ts';
import { copyOf } from './working-copy.ts';

export type SavedState = 'new' | 'draft' | 'scheduled' | 'live';

/** The list that follows a closed editor shows this. */
type WorkingCopyNotice = { readonly text: string; readonly edit: string };

/** Null if there was nothing to keep. */
export function noticeState<T extends DocumentTypes>(
  state: EditorState<T>,
): { readonly kept: WorkingCopyNotice } | null {
  const { kind, baseline, form } = state;
  const { document } = baseline;
  if (!document || !copyOf(state)) return null;
  const isPublic = kind.savedState(document) === 'live';
  const stays = `The ${isPublic ? 'public' : 'scheduled'} ${kind.name} stays as it is.`;
  const text = `Private changes to “${shownTitle(form.title)}” are kept. ${stays}`;
  return { kept: { text, edit: editorAddress(kind.name, document.id) } };
}

/** The state of a navigation may be anything. */
export function readWorkingCopyNotice(state: unknown): WorkingCopyNotice | undefined {
  const { kept } = (state ?? {}) as { kept?: Partial<WorkingCopyNotice> };
  const isKept = typeof kept?.text === 'string' && typeof kept.edit === 'string';
  return isKept ? (kept as WorkingCopyNotice) : undefined;
}
