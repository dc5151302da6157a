import type { FirstSteps as FirstStepsData } from '@longhand/contract/account';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { LogOutEverywhere } from '../../admin/account/log-out-everywhere.tsx';
import { SoftwareVersion } from '../../admin/account/software-version.tsx';
import { adminApi } from '../../admin/api/admin-api.ts';
import { LocalDraftLinks } from '../../admin/document-editor/drafts/local-draft-offer.tsx';
import { withoutCopied } from '../../admin/document-editor/drafts/local-drafts.ts';
import { FirstSteps } from '../../admin/first-steps/first-steps.tsx';
import { isOpen } from '../../admin/first-steps/first-steps-text.ts';
import { POSTS } from '../../admin/post-editor/post-kind.ts';
import { withWorkingCopies } from '../../admin/post-list/post-list.ts';
import { listInterrupted } from '../../admin/posts/bulk/bulk-plans.ts';
import { PostTable } from '../../admin/posts/post-table.tsx';
import { PostsMenu } from '../../admin/posts/posts-menu.tsx';
import { usePostList } from '../../admin/posts/use-post-list.ts';
import { BackupProblems, DiskFull } from '../../admin/problems/problems.tsx';
import { Download } from '../../admin/settings/download.tsx';
import admin from '../../admin/ui/admin.module.css';
import { logFailure } from '../../admin/ui/alerts.ts';
import { rememberDashboard } from '../../admin/ui/dashboard-address.ts';
import { loadList } from '../../admin/ui/lists/load-list.ts';
import { createLoadedRoute } from '../../admin/ui/loaded-page.tsx';
import { leavesPage } from '../../lib/revalidation.ts';

/** Null if they are not to be shown. */
async function loadSteps(): Promise<FirstStepsData | null> {
  const steps = await adminApi.findFirstSteps().catch(logFailure);
  return steps && isOpen(steps) ? steps : null;
}

async function loadBackups() {
  return (await adminApi.listAutomaticBackups().catch(logFailure))?.backups ?? [];
}

async function load() {
  const [posts, trash, workingCopies, drafts, steps, backups, diskSpace] = await Promise.all([
    loadList('posts', adminApi.listPosts()),
    loadList('trash', adminApi.listTrash()),
    loadList('private changes', adminApi.listWorkingCopies()),
    POSTS.drafts.list().then((drafts) => withoutCopied(POSTS, drafts)),
    // Together with the posts: what came later would move them.
    loadSteps(),
    loadBackups(),
    adminApi.readDiskSpace().catch((error) => logFailure(error) ?? null),
  ]);
  const lists = {
    posts: withWorkingCopies(posts.entries, workingCopies.entries),
    trash: trash.entries,
  };
  return {
    lists,
    failures: { posts: posts.failure ?? workingCopies.failure, trash: trash.failure },
    drafts,
    interrupted: await listInterrupted(lists),
    steps,
    backups,
    diskSpace,
  };
}

type Loaded = Awaited<ReturnType<typeof load>>;

const { clientLoader, HydrateFallback, Page } = createLoadedRoute({
  loading: 'Loading dashboard...',
  load,
  page: (data, reload) => <Loaded {...data} onRetry={reload} />,
});

export { clientLoader, HydrateFallback, leavesPage as shouldRevalidate };

export default function Dashboard() {
  const { search } = useLocation();
  useEffect(() => rememberDashboard(search), [search]);
  return <Page />;
}

type LoadedProps = Loaded & { onRetry: () => void };

function Loaded({ lists, failures, drafts, interrupted, onRetry, ...data }: LoadedProps) {
  const { steps, backups, diskSpace } = data;
  const list = usePostList(lists);
  return (
    <div className={`page ${admin.admin}`}>
      <title>Admin Dashboard</title>
      <header className={admin.head}>
        <h1>Admin Dashboard</h1>
        <PostsMenu />
        <Link to="/admin/posts/new" className="button">
          New Post
        </Link>
      </header>
      {diskSpace && <DiskFull space={diskSpace} />}
      <BackupProblems backups={backups} />
      <LocalDraftLinks name="post" drafts={drafts} />
      {steps && <FirstSteps steps={steps} list={list} />}
      <PostTable {...{ list, interrupted, failures, onRetry }} />
      <div className={admin.foot}>
        <Download what="backup" />
        <LogOutEverywhere />
        <SoftwareVersion />
      </div>
    </div>
  );
}
