import { Suspense, useEffect } from 'react';
import { Await, Link, useLoaderData, useLocation } from 'react-router';
import admin from '../../components/admin/admin.module.css';
import { DownloadBackup } from '../../components/admin/download-backup.tsx';
import { LocalDraftLinks } from '../../components/admin/local-draft-offer.tsx';
import { LogOutEverywhere } from '../../components/admin/log-out-everywhere.tsx';
import { PostTable } from '../../components/admin/post-table.tsx';
import { Loading } from '../../components/loading.tsx';
import { adminApi, SessionOverError } from '../../lib/admin/admin-api.ts';
import { rememberDashboard } from '../../lib/admin/dashboard-address.ts';
import { listLocalDrafts } from '../../lib/admin/local-drafts.ts';
import { withWorkingCopies } from '../../lib/admin/post-list.ts';
import { isInOwnCopy, withoutSent } from '../../lib/admin/unsent-drafts.ts';
import { leavesPage } from '../../lib/revalidation.ts';

/** An empty list on failure, unless the session is over: then the login page follows. */
async function orEmpty<Entry>(list: Promise<Entry[]>): Promise<Entry[]> {
  try {
    return await list;
  } catch (error) {
    if (error instanceof SessionOverError) throw error;
    console.error(error);
    return [];
  }
}

async function load() {
  const [posts, trash, workingCopies, drafts] = await Promise.all([
    orEmpty(adminApi.listPosts()),
    orEmpty(adminApi.listTrash()),
    orEmpty(adminApi.listWorkingCopies()),
    listLocalDrafts().then((drafts) => withoutSent(drafts, isInOwnCopy)),
  ]);
  return { ...withWorkingCopies(posts, workingCopies), trash, drafts };
}

export function clientLoader() {
  return { lists: load() };
}

export const shouldRevalidate = leavesPage;

export function HydrateFallback() {
  return <Loading text="Loading dashboard..." />;
}

export default function Dashboard() {
  const { search } = useLocation();
  useEffect(() => rememberDashboard(search), [search]);
  const { lists } = useLoaderData<typeof clientLoader>();
  return (
    <Suspense fallback={<HydrateFallback />}>
      <Await resolve={lists} errorElement={<HydrateFallback />}>
        {({ posts, unsaved, trash, drafts }) => (
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
            <PostTable posts={posts} unsaved={unsaved} trash={trash} />
            <div className={admin.foot}>
              <DownloadBackup />
              <LogOutEverywhere />
            </div>
          </div>
        )}
      </Await>
    </Suspense>
  );
}
