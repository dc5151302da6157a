import { Suspense, useEffect } from 'react';
import { Await, Link, useLoaderData, useLocation } from 'react-router';
import { LogOutEverywhere } from '../../admin/account/log-out-everywhere.tsx';
import { adminApi } from '../../admin/api/admin-api.ts';
import { withoutCopied } from '../../admin/document-editor/drafts/drafts-to-offer.ts';
import { LocalDraftLinks } from '../../admin/document-editor/drafts/local-draft-offer.tsx';
import { POSTS } from '../../admin/post-editor/post-kind.ts';
import { listInterrupted } from '../../admin/posts/bulk-plans.ts';
import { FirstSteps } from '../../admin/posts/first-steps.tsx';
import { ifSettled } from '../../admin/posts/first-steps-text.ts';
import { withWorkingCopies } from '../../admin/posts/post-list.ts';
import { PostTable } from '../../admin/posts/post-table.tsx';
import { usePostList } from '../../admin/posts/use-post-list.ts';
import { DownloadBackup } from '../../admin/settings/download-backup.tsx';
import admin from '../../admin/ui/admin.module.css';
import { logFailure } from '../../admin/ui/alerts.ts';
import { rememberDashboard } from '../../admin/ui/dashboard-address.ts';
import { WhenLoaded } from '../../admin/ui/when-loaded.tsx';
import { withFallback } from '../../admin/ui/with-fallback.ts';
import { leavesPage } from '../../lib/revalidation.ts';
import { Loading } from '../../reader/ui/loading.tsx';

async function load() {
  const lists = Promise.all([
    withFallback(adminApi.listPosts(), []),
    withFallback(adminApi.listTrash(), []),
    withFallback(adminApi.listWorkingCopies(), []),
    POSTS.drafts.list().then((drafts) => withoutCopied(POSTS, drafts)),
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
    interrupted: await listInterrupted({ ...listed, trash }),
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
      <LocalDraftLinks name="post" drafts={drafts} />
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
