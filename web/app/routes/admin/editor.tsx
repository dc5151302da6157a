import { TRASH_DAYS } from '@longhand/contract/limits';
import type { Post } from '@longhand/contract/posts';
import { Suspense } from 'react';
import {
  Await,
  type ClientLoaderFunctionArgs,
  Link,
  useLoaderData,
  useLocation,
  useParams,
} from 'react-router';
import { loadVisualEditor } from '../../components/admin/load-visual-editor.ts';
import { PostEditor } from '../../components/admin/post-editor.tsx';
import { Loading } from '../../components/loading.tsx';
import { Message } from '../../components/message.tsx';
import { adminApi, SessionOverError } from '../../lib/admin/admin-api.ts';
import { dashboardAddress } from '../../lib/admin/dashboard-address.ts';
import { type LocalDraft, listLocalDrafts } from '../../lib/admin/local-drafts.ts';
import { isSameForm, toForm } from '../../lib/admin/post-form.ts';
import { isStaying } from '../../lib/admin/use-unsaved-warning.ts';
import { readViewMode } from '../../lib/admin/use-view-mode.ts';
import { leavesPage } from '../../lib/revalidation.ts';

type Loaded = {
  readonly post: Post | null;
  readonly drafts: readonly LocalDraft[];
  readonly problem?: 'not-found' | 'failed';
};

/** With the local drafts of new posts, and the one with this key. */
async function loadNew(key: string | null): Promise<Loaded> {
  const all = await listLocalDrafts();
  return { post: null, drafts: all.filter((draft) => draft.postId === null || draft.key === key) };
}

async function loadPost(id: string): Promise<Loaded> {
  const drafts = (await listLocalDrafts()).filter(({ postId }) => postId === id);
  try {
    const post = await adminApi.findPost(id);
    if (!post) return { post: null, drafts, problem: 'not-found' };
    // A draft equal to the post was saved, but the page was closed before it was deleted.
    return { post, drafts: drafts.filter(({ form }) => !isSameForm(form, toForm(post))) };
  } catch (error) {
    if (error instanceof SessionOverError) throw error;
    console.error(error);
    return { post: null, drafts, problem: isPostId(id) ? 'failed' : 'not-found' };
  }
}

function isPostId(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
}

/** Loaded with the post: shown later, the visual editor would move what follows it. */
async function withVisualEditor(loading: Promise<Loaded>): Promise<Loaded> {
  // The editor says so if its code cannot be loaded.
  const code = readViewMode() === 'visual' && loadVisualEditor().catch(console.warn);
  const loaded = await loading;
  await code;
  return loaded;
}

export function clientLoader({ params, url }: ClientLoaderFunctionArgs) {
  const { id } = params;
  const loading = id ? loadPost(id) : loadNew(url.searchParams.get('kept'));
  return { loaded: withVisualEditor(loading) };
}

export const shouldRevalidate = leavesPage;

export function HydrateFallback() {
  return <Loading text="Loading editor..." />;
}

/** One route for new and existing posts: the first save must not remount the editor. */
export default function EditorRoute() {
  const { loaded } = useLoaderData<typeof clientLoader>();
  const { id } = useParams();
  const key = isStaying(useLocation()) ? undefined : id;
  return (
    <Suspense key={key} fallback={<HydrateFallback />}>
      <Await resolve={loaded} errorElement={<HydrateFallback />}>
        {({ post, drafts, problem }) =>
          problem ? (
            <NoPost problem={problem} drafts={drafts} />
          ) : (
            <PostEditor post={post} drafts={drafts} />
          )
        }
      </Await>
    </Suspense>
  );
}

const PROBLEMS = {
  'not-found': {
    title: 'Post Not Found',
    text: `There is no post with this id. It may have been deleted; then it is in the trash for ${TRASH_DAYS} days.`,
  },
  failed: {
    title: 'The post could not be loaded',
    text: 'The server did not answer as it should. Please reload the page in a moment.',
  },
} as const;

type NoPostProps = { problem: keyof typeof PROBLEMS; drafts: readonly LocalDraft[] };

/** Why not an empty form: its content would be saved as another post. */
function NoPost({ problem, drafts }: NoPostProps) {
  return (
    <>
      <Message
        {...PROBLEMS[problem]}
        back={{ to: dashboardAddress(), label: '← Back to Dashboard' }}
      />
      {drafts.map(({ key }) => (
        <p key={key} className="page">
          Unsaved work on it was kept in this browser.{' '}
          <Link to={`/admin/posts/new?kept=${key}`}>Open it as a new post</Link>
        </p>
      ))}
    </>
  );
}
