import type { Post, PostVersion } from '@longhand/contract/posts';
import { Suspense, useState } from 'react';
import {
  Await,
  type ClientLoaderFunctionArgs,
  Link,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useNavigate,
  useRevalidator,
  useSearchParams,
} from 'react-router';
import admin from '../../components/admin/admin.module.css';
import { Differences } from '../../components/admin/differences.tsx';
import styles from '../../components/admin/history.module.css';
import { RenderedPost } from '../../components/admin/rendered-post.tsx';
import { Loading } from '../../components/loading.tsx';
import { Message } from '../../components/message.tsx';
import { adminApi, SessionOverError } from '../../lib/admin/admin-api.ts';
import { ALERTS, alertFailure } from '../../lib/admin/alerts.ts';
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

/** Another view of the same version needs no new data. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const versionOf = ({ pathname, searchParams }: URL) => pathname + searchParams.get('version');
  const isSameVersion = versionOf(currentUrl) === versionOf(nextUrl);
  return isSameVersion && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate;
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
  const { timeZone } = useSite();
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
              <span>{dateAndTime(version.saved_at, timeZone)}</span>
              <span>{version.published ? 'Published' : 'Draft'}</span>
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}

function Version({ post, earlier, editor }: { post: Post; earlier: Post; editor: string }) {
  const [busy, setBusy] = useState(false);
  const [view, setView] = useView();
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
        <ViewChoice view={view} onView={setView} />
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

const VIEWS = { differences: 'Differences', looked: 'As it looked' } as const;
type View = keyof typeof VIEWS;

/** The chosen view is in the URL, and stays for other versions. */
function useView(): [View, (view: View) => void] {
  const [search, setSearch] = useSearchParams();
  function setView(view: View): void {
    const { view: _, ...others } = Object.fromEntries(search);
    const next = view === 'differences' ? others : { ...others, view };
    setSearch(next, { replace: true, preventScrollReset: true });
  }
  return [search.get('view') === 'looked' ? 'looked' : 'differences', setView];
}

function ViewChoice({ view, onView }: { view: View; onView: (view: View) => void }) {
  return (
    <fieldset className={admin.toggles}>
      <legend className="visually-hidden">Show this version as</legend>
      {(Object.keys(VIEWS) as View[]).map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={view === option}
          onClick={() => onView(option)}
        >
          {VIEWS[option]}
        </button>
      ))}
    </fieldset>
  );
}

function statusOf(post: Post, timeZone: string): string {
  const saved = `Saved ${dateAndTime(post.updated_at, timeZone)}`;
  if (post.publish_at) return `${saved}, scheduled for ${dateAndTime(post.publish_at, timeZone)}.`;
  if (!post.published) return `${saved}, as a draft.`;
  return `${saved}, published with the date ${dateAndTime(publicDate(post), timeZone)}.`;
}
