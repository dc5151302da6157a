import type { ClientLoaderFunctionArgs } from 'react-router';
import { loadEditorView } from '../../admin/content/editor-view.ts';
import { EditorLoading, EditorRoute } from '../../admin/document-editor/editor-route.tsx';
import { openDocument } from '../../admin/document-editor/open-document.ts';
import { PostEditor } from '../../admin/post-editor/post-editor.tsx';
import { POSTS } from '../../admin/post-editor/post-kind.ts';
import { leavesPage } from '../../lib/revalidation.ts';

async function load(id: string | undefined, search: URLSearchParams) {
  const [result, extra] = await Promise.all([openDocument(POSTS, id, search), loadEditorView()]);
  return { result, extra };
}

export function clientLoader({ params, url }: ClientLoaderFunctionArgs) {
  return { loaded: load(params.id, url.searchParams) };
}

export const shouldRevalidate = leavesPage;
export const HydrateFallback = EditorLoading;

export default function PostEditorRoute() {
  return (
    <EditorRoute kind={POSTS} load={load}>
      {(opened, view) => <PostEditor {...opened} view={view} />}
    </EditorRoute>
  );
}
