import { adminApi } from '../../admin/api/admin-api.ts';
import { withoutCopied } from '../../admin/document-editor/drafts/local-drafts.ts';
import { PAGES } from '../../admin/pages/page-kind.ts';
import { PageList } from '../../admin/pages/page-list.tsx';
import { loadList } from '../../admin/ui/lists/load-list.ts';
import { createLoadedPage } from '../../admin/ui/loaded-page.tsx';
import { leavesPage } from '../../lib/revalidation.ts';

async function load() {
  const [pages, trash, copies, drafts] = await Promise.all([
    adminApi.listPages(),
    adminApi.listTrashedPages(),
    loadList('private changes', adminApi.listPageCopies()),
    PAGES.drafts.list().then((drafts) => withoutCopied(PAGES, drafts)),
  ]);
  const unfinished = copies.entries.filter(({ page_id }) => page_id === null);
  return { pages, trash, unfinished, drafts, failure: copies.failure };
}

const { clientLoader, HydrateFallback, Page } = createLoadedPage({
  name: 'pages',
  load,
  page: (lists, reload) => <PageList {...lists} onRetry={reload} />,
});

export { clientLoader, HydrateFallback, leavesPage as shouldRevalidate, Page as default };
