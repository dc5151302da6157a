import type { Post } from '@longhand/contract/posts';
import { useRef, useState } from 'react';
import { type EditorAction, type EditorState, initialState, reduceEditor } from './editor-state.ts';
import { type LocalDraft, newKey } from './local-drafts.ts';

export type EditorStore = {
  /** The state as it is this moment; what is rendered may be a key behind. */
  readonly getState: () => EditorState;
  readonly dispatch: (action: EditorAction) => void;
};

/** useReducer, with a state that effects can read between two renders. */
export function useEditorState(
  post: Post | null,
  drafts: readonly LocalDraft[],
): readonly [EditorState, EditorStore] {
  const [state, setState] = useState(() => initialState(post, drafts, newKey()));
  const latest = useRef(state);
  const [store] = useState<EditorStore>(() => ({
    getState: () => latest.current,
    dispatch(action) {
      latest.current = reduceEditor(latest.current, action);
      setState(latest.current);
    },
  }));
  return [state, store];
}
