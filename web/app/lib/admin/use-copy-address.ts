import { useEffect } from 'react';
import { copyOf, type EditorState } from './editor-state.ts';

/** Where the working copy of a post is opened that was never saved. */
export function copyAddress(id: string): string {
  return `/admin/posts/new?copy=${encodeURIComponent(id)}`;
}

/** A reload, or coming back, shows a post that was never saved as it was left. */
export function useCopyAddress(state: EditorState): void {
  const isNew = state.baseline.post === null;
  const id = copyOf(state)?.id;
  useEffect(() => {
    const { pathname, search } = location;
    const isStale = new URLSearchParams(search).has('copy');
    if (!isNew || pathname !== '/admin/posts/new' || (!id && !isStale)) return;
    // Why not navigate: the page stays as it is, so that nothing has to be rendered.
    history.replaceState(history.state, '', id ? copyAddress(id) : pathname);
  }, [isNew, id]);
}
