import type { Post, PostVersion } from '@longhand/contract/posts';
import { Suspense, useState } from 'react';
import {
  Await,
  type ClientLoaderFunctionArgs,
  Link,
  useLoaderData,
  useNavigate,
  useRevalidator,
} from 'react-router';
import admin from '../../components/admin/admin.module.css';
import { Differences } from '../../components/admin/differences.tsx';
import styles from '../../components/admin/history.module.css';
import { RenderedPost } from '../../components/admin/rendered-post.tsx';
import { VersionList } from '../../components/admin/version-list.tsx';
import {
  showsOtherVersion,
  useVersionView,
  VersionViewChoice,
} from '../../components/admin/version-view.tsx';
import { Loading } from '../../components/loading.tsx';
import { Message } from '../../components/message.tsx';
import { adminApi } from '../../lib/admin/admin-api.ts';
import { ALERTS, alertFailure } from '../../lib/admin/alerts.ts';
import { SessionOverError } from '../../lib/admin/api/request.ts';
import { dashboardAddress } from '../../lib/admin/dashboard-address.ts';
import { dateAndTime } from '../../lib/admin/date-and-time.ts';
import { toForm, toInput } from '../../lib/admin/post-form.ts';
import { useSite } from '../../lib/site.ts';
import { publicDate } from '../../lib/summary.ts';

async function load(id: string, requested: number | null) {
  try {
    const [post, versions] = await Promise.all([
      adminApi.findPost(id),
      adminApi.listPostVersions(id),
    ]);
    const version = requested ?? versions[0]?.version;
    const earlier = version === undefined ? null : await adminApi.findPostVersion(id, version);
    return post ? { post, versions, earlier } : null;
  } catch (error) {
    if (error instanceof SessionOverError) throw error;
    console.error(error);
    return null;
  }
}

export function clientLoader({ params, url }: ClientLoaderFunctionArgs) {
  const version = url.searchParams.get('version');
  return { loaded: load(params.id ?? '', version === null ? null : Number(version)) };
}

export const shouldRevalidate = showsOtherVersion;

export function HydrateFallback() {
  return <Loading text="Loading history..." />;
}

export default function HistoryRoute() {
  const { loaded } = useLoaderData<typeof clientLoader>();
  return (
    <Suspense fallback={<HydrateFallback />}>
      <Await resolve={loaded} errorElement={<HydrateFallback />}>
        {(data) =>
          data ? (
            <History {...data} />
          ) : (
            <Message
              title="There is no history here"
              text="The post does not exist, or its earlier versions could not be loaded."
              back={{ to: dashboardAddress(), label: '← Back to Dashboard' }}
            />
          )
        }
      </Await>
    </Suspense>
  );
}

type Props = { post: Post; versions: readonly PostVersion[]; earlier: Post | null };

function History({ post, versions, earlier }: Props) {
  const editor = `/admin/posts/edit/${post.id}`;
  return (
    <div className={`page ${admin.admin} ${styles.history}`}>
      <title>History</title>
      <p>
        <Link to={editor}>Back to Editor</Link>
      </p>
      <h1>History</h1>
      <p dir="auto">“{post.title}”</p>
      {earlier ? (
        <div className={styles.panes}>
          <nav aria-label="Versions">
            <VersionList
              shown={earlier.version}
              versions={versions.map(({ version, saved_at, published }) => ({
                version,
                savedAt: saved_at,
                note: published ? 'Published' : 'Draft',
              }))}
            />
          </nav>
          <Version key={earlier.version} post={post} earlier={earlier} editor={editor} />
        </div>
      ) : (
        <p>
          There is no earlier version yet. Every time the post is saved, the one before is kept.
        </p>
      )}
    </div>
  );
}

function Version({ post, earlier, editor }: { post: Post; earlier: Post; editor: string }) {
  const [busy, setBusy] = useState(false);
  const [view, setView] = useVersionView();
  const { timeZone } = useSite();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  // Restoring changes neither the status, nor the dates, nor the URL.
  const { published, published_at, publish_at, slug } = toForm(post);
  const restored = { ...toForm(earlier), published, published_at, publish_at, slug };

  async function restore(): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      await adminApi.updatePost(post.id, toInput(restored, toForm(post)), post.version);
      navigate(editor);
    } catch (error) {
      setBusy(false);
      alertFailure(ALERTS.restoreVersion, error);
      // The post may have been changed elsewhere: the next attempt needs its new version.
      if (!(error instanceof SessionOverError)) revalidate();
    }
  }

  return (
    <section aria-labelledby="version">
      <div className={styles.head}>
        <h2 id="version">Version {earlier.version}</h2>
        <VersionViewChoice view={view} onView={setView} />
        <button type="button" className="button" aria-disabled={busy} onClick={restore}>
          {busy ? 'Restoring...' : 'Restore this version'}
        </button>
      </div>
      <p>{statusOf(earlier, timeZone)}</p>
      {view === 'looked' ? (
        <div className={styles.looked}>
          <RenderedPost post={earlier} heading="h3" />
        </div>
      ) : (
        <>
          <p>
            Compared with the post as it is now. Struck out is what this version had and is gone;
            underlined is what came since.
          </p>
          <Differences from={restored} to={toForm(post)} />
        </>
      )}
    </section>
  );
}

function statusOf(post: Post, timeZone: string): string {
  const saved = `Saved ${dateAndTime(post.updated_at, timeZone)}`;
  if (post.publish_at) return `${saved}, scheduled for ${dateAndTime(post.publish_at, timeZone)}.`;
  if (!post.published) return `${saved}, as a draft.`;
  return `${saved}, published with the date ${dateAndTime(publicDate(post), timeZone)}.`;
}
