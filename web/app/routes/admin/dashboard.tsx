import type { FirstSteps as FirstStepsData } from '@longhand/contract/account';
import { useEffect } from 'react';
import { Link, useLoaderData, useLocation } from 'react-router';
import { LogOutEverywhere } from '../../admin/account/log-out-everywhere.tsx';
import { SoftwareVersion } from '../../admin/account/software-version.tsx';
import { adminApi } from '../../admin/api/admin-api.ts';
import { withoutCopied } from '../../admin/document-editor/drafts/drafts-to-offer.ts';
import { LocalDraftLinks } from '../../admin/document-editor/drafts/local-draft-offer.tsx';
import { POSTS } from '../../admin/post-editor/post-kind.ts';
import { BackupProblems } from '../../admin/posts/backup-problems.tsx';
import { findBackupProblems } from '../../admin/posts/backup-problems-text.ts';
import { listInterrupted } from '../../admin/posts/bulk-plans.ts';
import { DiskFull } from '../../admin/posts/disk-full.tsx';
import { FirstSteps } from '../../admin/posts/first-steps.tsx';
import { isOpen } from '../../admin/posts/first-steps-text.ts';
import { withWorkingCopies } from '../../admin/posts/post-list.ts';
import { PostTable } from '../../admin/posts/post-table.tsx';
import { usePostList } from '../../admin/posts/use-post-list.ts';
import { DownloadBackup } from '../../admin/settings/download.tsx';
import admin from '../../admin/ui/admin.module.css';
import { logFailure } from '../../admin/ui/alerts.ts';
import { rememberDashboard } from '../../admin/ui/dashboard-address.ts';
import { loadList } from '../../admin/ui/load-list.ts';
import { WhenLoaded } from '../../admin/ui/when-loaded.tsx';
import { leavesPage } from '../../lib/revalidation.ts';
import { useReload } from '../../lib/use-reload.ts';
import { Loading } from '../../reader/ui/loading.tsx';

/** Null if they are not to be shown. */
async function loadSteps(): Promise<FirstStepsData | null> {
  const steps = await adminApi.findFirstSteps().catch(logFailure);
  return steps && isOpen(steps) ? steps : null;
}

async function loadBackupProblems(): Promise<string[]> {
  const automatic = await adminApi.listAutomaticBackups().catch(logFailure);
  return automatic ? findBackupProblems(automatic) : [];
}

async function load() {
  const [posts, trash, workingCopies, drafts, steps, backupProblems, diskSpace] = await Promise.all(
    [
      loadList('posts', adminApi.listPosts()),
      loadList('trash', adminApi.listTrash()),
      loadList('private changes', adminApi.listWorkingCopies()),
      POSTS.drafts.list().then((drafts) => withoutCopied(POSTS, drafts)),
      // Together with the posts: what came later would move them.
      loadSteps(),
      loadBackupProblems(),
      adminApi.readDiskSpace().catch((error) => logFailure(error) ?? null),
    ],
  );
  const listed = withWorkingCopies(posts.entries, workingCopies.entries);
  const lists = { ...listed, trash: trash.entries };
  return {
    lists,
    failures: { posts: posts.failure ?? workingCopies.failure, trash: trash.failure },
    drafts,
    interrupted: await listInterrupted(lists),
    steps,
    backupProblems,
    diskSpace,
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
  const { loaded: first } = useLoaderData<typeof clientLoader>();
  const [loaded, attempt, reload] = useReload(first, load);
  return (
    <WhenLoaded key={attempt} loaded={loaded} fallback={<HydrateFallback />}>
      {(data) => <Loaded {...data} onRetry={reload} />}
    </WhenLoaded>
  );
}

type LoadedProps = Loaded & { onRetry: () => void };

function Loaded({ lists, failures, drafts, interrupted, onRetry, ...data }: LoadedProps) {
  const { steps, backupProblems, diskSpace } = data;
  const list = usePostList(lists);
  return (
    <div className={`page ${admin.admin}`}>
      <title>Admin Dashboard</title>
      <header className={admin.head}>
        <h1>Admin Dashboard</h1>
        <nav aria-label="Site" className={admin.places}>
          <Link to="/admin/settings">Settings</Link>
          <Link to="/admin/pages">Pages</Link>
          <Link to="/admin/newsletter">Newsletter</Link>
        </nav>
        <Link to="/admin/posts/new" className="button">
          New Post
        </Link>
      </header>
      {diskSpace && <DiskFull space={diskSpace} />}
      <BackupProblems problems={backupProblems} />
      <LocalDraftLinks name="post" drafts={drafts} />
      {steps && <FirstSteps steps={steps} list={list} />}
      <PostTable {...{ list, interrupted, failures, onRetry }} />
      <div className={admin.foot}>
        <DownloadBackup />
        <LogOutEverywhere />
        <SoftwareVersion />
      </div>
    </div>
  );
}
