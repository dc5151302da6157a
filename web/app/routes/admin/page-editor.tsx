import { adminApi } from '../../admin/api/admin-api.ts';
import { visualEditorCode } from '../../admin/content/editor-view.ts';
import { createEditorRoute } from '../../admin/document-editor/editor-route.tsx';
import { PageEditor } from '../../admin/pages/page-editor.tsx';
import { PAGES } from '../../admin/pages/page-kind.ts';
import { withFallback } from '../../admin/ui/with-fallback.ts';
import { leavesPage } from '../../lib/revalidation.ts';

const { clientLoader, HydrateFallback, EditorRoute } = createEditorRoute(
  PAGES,
  () =>
    Promise.all([
      withFallback(adminApi.listPages(), []),
      // Shown later, it would move what follows it. The editor says so if it cannot be loaded.
      visualEditorCode.load().catch(console.warn),
    ]),
  (opened, [pages]) => <PageEditor {...opened} pages={pages} />,
);

export { clientLoader, EditorRoute as default, HydrateFallback, leavesPage as shouldRevalidate };
