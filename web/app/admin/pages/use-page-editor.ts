import { useEffect, useRef } from 'react';
import type { Opened } from '../document-editor/editor-state.ts';
import { useDocumentEditor } from '../document-editor/use-document-editor.ts';
import { toSlug } from '../post-form/to-slug.ts';
import { followedAddress } from './page-form.ts';
import { PAGES, type PageEditorState, type PageTypes } from './page-kind.ts';

function useFollowedAddress({ baseline, form, getState, change }: PageEditorState): void {
  const { title } = form;
  const isNew = baseline.document === null;
  const before = useRef('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the title
  useEffect(() => {
    if (!isNew) return;
    void toSlug(title).then((after) => {
      const now = getState().form;
      // The title may have been changed while the address was made.
      if (now.title !== title) return;
      const slug = followedAddress(now.slug, { before: before.current, after });
      before.current = after;
      if (slug !== now.slug) change({ slug });
    });
  }, [title, isNew]);
}

export function usePageEditor(opened: Opened<PageTypes>): PageEditorState {
  const editor = useDocumentEditor(PAGES, opened);
  useFollowedAddress(editor);
  return editor;
}
