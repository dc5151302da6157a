import { useLoaderData } from 'react-router';
import { adminApi } from '../../admin/api/admin-api.ts';
import { withoutCopied } from '../../admin/document-editor/drafts/drafts-to-offer.ts';
import { PAGES } from '../../admin/pages/page-kind.ts';
import { PageList } from '../../admin/pages/page-list.tsx';
import { loadList } from '../../admin/ui/load-list.ts';
import { NotLoaded, WhenLoaded } from '../../admin/ui/when-loaded.tsx';
import { withFallback } from '../../admin/ui/with-fallback.ts';
import { leavesPage } from '../../lib/revalidation.ts';
import { useReload } from '../../lib/use-reload.ts';
import { Loading } from '../../reader/ui/loading.tsx';

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

const loadOrNull = () => withFallback(load(), null);

export function clientLoader() {
  return { loaded: loadOrNull() };
}

export const shouldRevalidate = leavesPage;

export function HydrateFallback() {
  return <Loading text="Loading pages..." />;
}

export default function PagesRoute() {
  const { loaded: first } = useLoaderData<typeof clientLoader>();
  const [loaded, attempt, reload] = useReload(first, loadOrNull);
  return (
    <WhenLoaded key={attempt} loaded={loaded} fallback={<HydrateFallback />}>
      {(lists) =>
        lists ? (
          <PageList {...lists} onRetry={reload} />
        ) : (
          <NotLoaded title="The pages could not be loaded" onRetry={reload} />
        )
      }
    </WhenLoaded>
  );
}
