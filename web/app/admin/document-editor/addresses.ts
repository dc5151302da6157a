import { useEffect } from 'react';
import type { DocumentKind, DocumentTypes } from './document-kind.ts';
import type { EditorState } from './editor-state.ts';
import { copyOf } from './working-copy.ts';

type Name = DocumentKind<DocumentTypes>['name'];

export function editorAddress(name: Name, id: string | null): string {
  return id === null ? `/admin/${name}s/new` : `/admin/${name}s/edit/${id}`;
}

/** The address of a working copy whose document was never saved. */
export function copyAddress(name: Name, id: string): string {
  return `${editorAddress(name, null)}?copy=${encodeURIComponent(id)}`;
}

/** Puts the copy's id in the URL so that a reload shows an unsaved document as it was left. */
export function useCopyAddress<T extends DocumentTypes>(state: EditorState<T>): void {
  const { name } = state.kind;
  const isNew = state.baseline.document === null;
  const id = copyOf(state)?.id;
  useEffect(() => {
    const { pathname, search } = location;
    const isStale = new URLSearchParams(search).has('copy');
    if (!isNew || pathname !== editorAddress(name, null) || (!id && !isStale)) return;
    // Why not navigate: the page stays as it is, so that nothing has to be rendered.
    history.replaceState(history.state, '', id ? copyAddress(name, id) : pathname);
  }, [name, isNew, id]);
}

export function isDocumentId(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
}
