import type { ClientLoaderFunctionArgs } from 'react-router';
import { adminApi } from '../../admin/api/admin-api.ts';
import { visualEditorCode } from '../../admin/content/editor-view.ts';
import { EditorLoading, EditorRoute } from '../../admin/document-editor/editor-route.tsx';
import { openDocument } from '../../admin/document-editor/open-document.ts';
import { PageEditor } from '../../admin/pages/page-editor.tsx';
import { PAGES } from '../../admin/pages/page-kind.ts';
import { withFallback } from '../../admin/ui/with-fallback.ts';
import { leavesPage } from '../../lib/revalidation.ts';

async function load(id: string | undefined, search: URLSearchParams) {
  const [result, extra] = await Promise.all([
    openDocument(PAGES, id, search),
    withFallback(adminApi.listPages(), []),
    // Shown later, it would move what follows it. The editor says so if it cannot be loaded.
    visualEditorCode.load().catch(console.warn),
  ]);
  return { result, extra };
}

export function clientLoader({ params, url }: ClientLoaderFunctionArgs) {
  return { loaded: load(params.id, url.searchParams) };
}

export const shouldRevalidate = leavesPage;
export const HydrateFallback = EditorLoading;

export default function PageEditorRoute() {
  return (
    <EditorRoute kind={PAGES} load={load}>
      {(opened, pages) => <PageEditor {...opened} pages={pages} />}
    </EditorRoute>
  );
}
