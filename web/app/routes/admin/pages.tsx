import { useLoaderData } from 'react-router';
import { adminApi } from '../../admin/api/admin-api.ts';
import { withoutCopied } from '../../admin/document-editor/drafts/drafts-to-offer.ts';
import { PAGES } from '../../admin/pages/page-kind.ts';
import { PageList } from '../../admin/pages/page-list.tsx';
import { NotLoaded, WhenLoaded } from '../../admin/ui/when-loaded.tsx';
import { withFallback } from '../../admin/ui/with-fallback.ts';
import { leavesPage } from '../../lib/revalidation.ts';
import { Loading } from '../../reader/ui/loading.tsx';

async function load() {
  const [pages, trash, copies, drafts] = await Promise.all([
    adminApi.listPages(),
    adminApi.listTrashedPages(),
    withFallback(adminApi.listPageCopies(), []),
    PAGES.drafts.list().then((drafts) => withoutCopied(PAGES, drafts)),
  ]);
  const unfinished = copies.filter(({ page_id }) => page_id === null);
  return { pages, trash, unfinished, drafts };
}

export function clientLoader() {
  return { loaded: withFallback(load(), null) };
}

export const shouldRevalidate = leavesPage;

export function HydrateFallback() {
  return <Loading text="Loading pages..." />;
}

export default function PagesRoute() {
  const { loaded } = useLoaderData<typeof clientLoader>();
  return (
    <WhenLoaded loaded={loaded} fallback={<HydrateFallback />}>
      {(lists) =>
        lists ? <PageList {...lists} /> : <NotLoaded title="The pages could not be loaded" />
      }
    </WhenLoaded>
  );
}
