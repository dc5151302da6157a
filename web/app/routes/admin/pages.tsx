import { useLoaderData } from 'react-router';
import { PageList } from '../../components/admin/page-list.tsx';
import { NotLoaded, WhenLoaded } from '../../components/admin/when-loaded.tsx';
import { Loading } from '../../components/loading.tsx';
import { adminApi } from '../../lib/admin/admin-api.ts';
import { listPageDrafts } from '../../lib/admin/pages/page-drafts.ts';
import { withFallback } from '../../lib/admin/with-fallback.ts';
import { leavesPage } from '../../lib/revalidation.ts';

async function load() {
  const [pages, trash, drafts] = await Promise.all([
    adminApi.listPages(),
    adminApi.listTrashedPages(),
    listPageDrafts(() => true),
  ]);
  return { pages, trash, drafts };
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
