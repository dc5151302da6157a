import { Suspense, useEffect } from 'react';
import { Await, Link, useLoaderData, useLocation } from 'react-router';
import admin from '../../components/admin/admin.module.css';
import { DownloadBackup } from '../../components/admin/download-backup.tsx';
import { FirstSteps } from '../../components/admin/first-steps.tsx';
import { LocalDraftLinks } from '../../components/admin/local-draft-offer.tsx';
import { LogOutEverywhere } from '../../components/admin/log-out-everywhere.tsx';
import { PostTable } from '../../components/admin/post-table.tsx';
import { WhenLoaded } from '../../components/admin/when-loaded.tsx';
import { Loading } from '../../components/loading.tsx';
import { adminApi } from '../../lib/admin/admin-api.ts';
import { logFailure } from '../../lib/admin/alerts.ts';
import { listInterrupted } from '../../lib/admin/bulk-plans.ts';
import { rememberDashboard } from '../../lib/admin/dashboard-address.ts';
import { ifSettled } from '../../lib/admin/first-steps.ts';
import { listLocalDrafts } from '../../lib/admin/local-drafts.ts';
import { withWorkingCopies } from '../../lib/admin/post-list.ts';
import { isInOwnCopy, withoutSent } from '../../lib/admin/unsent-drafts.ts';
import { usePostList } from '../../lib/admin/use-post-list.ts';
import { withFallback } from '../../lib/admin/with-fallback.ts';
import { leavesPage } from '../../lib/revalidation.ts';

async function load() {
  const lists = Promise.all([
    withFallback(adminApi.listPosts(), []),
    withFallback(adminApi.listTrash(), []),
    withFallback(adminApi.listWorkingCopies(), []),
    listLocalDrafts().then((drafts) => withoutSent(drafts, isInOwnCopy)),
  ]);
  const steps = adminApi.findFirstSteps().catch((error: unknown) => {
    logFailure(error);
    return null;
  });
  const [posts, trash, workingCopies, drafts] = await lists;
  const listed = withWorkingCopies(posts, workingCopies);
  return {
    lists: { ...listed, trash },
    drafts,
    interrupted: await listInterrupted(listed.posts),
    steps: { early: await ifSettled(steps), late: steps },
  };
}

type Loaded = Awaited<ReturnType<typeof load>>;

export function clientLoader() {
  return { loaded: load() };
}

export const shouldRevalidate = leavesPage;

export function HydrateFallback() {
  return <Loading text="Loading dashboard..." />;
}

export default function Dashboard() {
  const { search } = useLocation();
  useEffect(() => rememberDashboard(search), [search]);
  const { loaded } = useLoaderData<typeof clientLoader>();
  return (
    <WhenLoaded loaded={loaded} fallback={<HydrateFallback />}>
      {(data) => <Loaded {...data} />}
    </WhenLoaded>
  );
}

function Loaded({ lists, drafts, interrupted, steps }: Loaded) {
  const list = usePostList(lists);
  return (
    <div className={`page ${admin.admin}`}>
      <title>Admin Dashboard</title>
      <header className={admin.head}>
        <h1>Admin Dashboard</h1>
        <nav aria-label="Site" className={admin.places}>
          <Link to="/admin/settings">Settings</Link>
          <Link to="/admin/pages">Pages</Link>
        </nav>
        <Link to="/admin/posts/new" className="button">
          New Post
        </Link>
      </header>
      <LocalDraftLinks drafts={drafts} />
      {steps.early && <FirstSteps steps={steps.early} list={list} />}
      <PostTable list={list} interrupted={interrupted} />
      <div className={admin.foot}>
        <DownloadBackup />
        <LogOutEverywhere />
      </div>
      {steps.early === undefined && (
        // Where it moves nothing: it came later than the posts.
        <Suspense>
          <Await resolve={steps.late}>
            {(late) => late && <FirstSteps steps={late} list={list} />}
          </Await>
        </Suspense>
      )}
    </div>
  );
}
