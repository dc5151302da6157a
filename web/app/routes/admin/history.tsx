import type { Post, PostVersion } from '@longhand/contract/posts';
import { Suspense, useState } from 'react';
import {
  Await,
  type ClientLoaderFunctionArgs,
  Link,
  useLoaderData,
  useNavigate,
  useRevalidator,
  useSearchParams,
} from 'react-router';
import admin from '../../components/admin/admin.module.css';
import { Differences } from '../../components/admin/differences.tsx';
import styles from '../../components/admin/history.module.css';
import { Loading } from '../../components/loading.tsx';
import { Message } from '../../components/message.tsx';
import { adminApi, SessionOverError } from '../../lib/admin/admin-api.ts';
import { alertFailure } from '../../lib/admin/alerts.ts';
import { dashboardAddress } from '../../lib/admin/dashboard-address.ts';
import { toForm, toInput } from '../../lib/admin/post-form.ts';

const RESTORE_FAILED = 'Failed to restore this version. Please try again.';

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
            <Versions versions={versions} shown={earlier.version} />
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

function Versions({ versions, shown }: { versions: readonly PostVersion[]; shown: number }) {
  const [search] = useSearchParams();
  return (
    <ol reversed className={styles.versions}>
      {versions.map((version) => (
        <li key={version.version}>
          <Link
            to={`?${new URLSearchParams({ ...Object.fromEntries(search), version: String(version.version) })}`}
            aria-current={version.version === shown || undefined}
            replace
            preventScrollReset
          >
            <b>Version {version.version}</b>
            <span>
              {new Date(version.saved_at).toLocaleString()} ·{' '}
              {version.published ? 'Published' : 'Draft'}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}

function Version({ post, earlier, editor }: { post: Post; earlier: Post; editor: string }) {
  const [busy, setBusy] = useState(false);
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
      alertFailure(RESTORE_FAILED, error);
      // The post may have been changed elsewhere: the next attempt needs its new version.
      if (!(error instanceof SessionOverError)) revalidate();
    }
  }

  return (
    <section aria-labelledby="version">
      <h2 id="version">Version {earlier.version}</h2>
      <p>
        Compared with the post as it is now. Struck out is what this version had and is gone;
        underlined is what came since.
      </p>
      <Differences from={restored} to={toForm(post)} />
      <button type="button" className="button" aria-disabled={busy} onClick={restore}>
        {busy ? 'Restoring...' : 'Restore this version'}
      </button>
    </section>
  );
}
