import { loadEditorView } from '../../admin/content/editor-view.ts';
import { createEditorRoute } from '../../admin/document-editor/editor-route.tsx';
import { PostEditor } from '../../admin/post-editor/post-editor.tsx';
import { POSTS } from '../../admin/post-editor/post-kind.ts';
import { leavesPage } from '../../lib/revalidation.ts';

const { clientLoader, HydrateFallback, EditorRoute } = createEditorRoute(
  POSTS,
  loadEditorView,
  (opened, view) => <PostEditor {...opened} view={view} />,
);

export { clientLoader, EditorRoute as default, HydrateFallback, leavesPage as shouldRevalidate };
