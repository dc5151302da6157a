import { Suspense } from 'react';
import { Await, useLoaderData } from 'react-router';
import { PageList } from '../../components/admin/page-list.tsx';
import { Loading } from '../../components/loading.tsx';
import { Message } from '../../components/message.tsx';
import { adminApi } from '../../lib/admin/admin-api.ts';
import { SessionOverError } from '../../lib/admin/api/request.ts';
import { dashboardAddress } from '../../lib/admin/dashboard-address.ts';
import { listPageDrafts } from '../../lib/admin/pages/page-drafts.ts';
import { leavesPage } from '../../lib/revalidation.ts';

async function load() {
  try {
    const [pages, trash, drafts] = await Promise.all([
      adminApi.listPages(),
      adminApi.listTrashedPages(),
      listPageDrafts(() => true),
    ]);
    return { pages, trash, drafts };
  } catch (error) {
    if (error instanceof SessionOverError) throw error;
    console.error(error);
    return null;
  }
}

export function clientLoader() {
  return { loaded: load() };
}

export const shouldRevalidate = leavesPage;

export function HydrateFallback() {
  return <Loading text="Loading pages..." />;
}

export default function PagesRoute() {
  const { loaded } = useLoaderData<typeof clientLoader>();
  return (
    <Suspense fallback={<HydrateFallback />}>
      <Await resolve={loaded} errorElement={<HydrateFallback />}>
        {(lists) => (lists ? <PageList {...lists} /> : <LoadFailed />)}
      </Await>
    </Suspense>
  );
}

function LoadFailed() {
  return (
    <Message
      title="The pages could not be loaded"
      text="The server did not answer as it should. Please reload the page in a moment."
      back={{ to: dashboardAddress(), label: '← Back to Dashboard' }}
    />
  );
}
