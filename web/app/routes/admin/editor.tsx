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
import { PostEditor } from '../../components/admin/post-editor.tsx';
import { Loading } from '../../components/loading.tsx';
import { Message } from '../../components/message.tsx';
import { adminApi, SessionOverError } from '../../lib/admin/admin-api.ts';
import { dashboardAddress } from '../../lib/admin/dashboard-address.ts';
import { type KeptWork, listKeptWork } from '../../lib/admin/journal.ts';
import { isSameForm, toForm } from '../../lib/admin/post-form.ts';
import { isStaying } from '../../lib/admin/use-leave-question.ts';
import { stayingOnPage } from '../../lib/revalidation.ts';

type Loaded = {
  readonly post: Post | null;
  readonly kept: readonly KeptWork[];
  readonly problem?: 'not-found' | 'failed';
};

/** What was kept of posts that were never saved, or the work that is named. */
async function loadNew(key: string | null): Promise<Loaded> {
  const kept = await listKeptWork();
  return { post: null, kept: kept.filter((work) => work.postId === null || work.key === key) };
}

async function loadPost(id: string): Promise<Loaded> {
  const kept = (await listKeptWork()).filter((work) => work.postId === id);
  try {
    const post = await adminApi.findPost(id);
    if (!post) return { post: null, kept, problem: 'not-found' };
    // What equals the post was saved, though there was no time left to note it.
    return { post, kept: kept.filter((work) => !isSameForm(work.form, toForm(post))) };
  } catch (error) {
    if (error instanceof SessionOverError) throw error;
    console.error(error);
    return { post: null, kept, problem: isPostId(id) ? 'failed' : 'not-found' };
  }
}

/** The API refuses to look for anything else. */
function isPostId(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
}

export function clientLoader({ params, url }: ClientLoaderFunctionArgs) {
  const { id } = params;
  return { loaded: id ? loadPost(id) : loadNew(url.searchParams.get('kept')) };
}

export const shouldRevalidate = stayingOnPage;

export function HydrateFallback() {
  return <Loading text="Loading editor..." />;
}

/** One route for new and existing posts: the first save of a new one does not end the writing. */
export default function EditorRoute() {
  const { loaded } = useLoaderData<typeof clientLoader>();
  const { id } = useParams();
  const key = isStaying(useLocation()) ? undefined : id;
  return (
    <Suspense key={key} fallback={<HydrateFallback />}>
      <Await resolve={loaded} errorElement={<HydrateFallback />}>
        {({ post, kept, problem }) =>
          problem ? (
            <NoPost problem={problem} kept={kept} />
          ) : (
            <PostEditor post={post} kept={kept} />
          )
        }
      </Await>
    </Suspense>
  );
}

const PROBLEMS = {
  'not-found': {
    title: 'Post Not Found',
    text: 'There is no post with this id. It may have been deleted; then it is in the trash for 30 days.',
  },
  failed: {
    title: 'The post could not be loaded',
    text: 'The server did not answer as it should. Please reload the page in a moment.',
  },
} as const;

type NoPostProps = { problem: keyof typeof PROBLEMS; kept: readonly KeptWork[] };

/** Never an empty form: what is written into one would be saved as something else. */
function NoPost({ problem, kept }: NoPostProps) {
  return (
    <>
      <Message
        {...PROBLEMS[problem]}
        back={{ to: dashboardAddress(), label: '← Back to Dashboard' }}
      />
      {kept.map((work) => (
        <p key={work.key} className="page">
          Unsaved work on it was kept in this browser.{' '}
          <Link to={`/admin/posts/new?kept=${work.key}`}>Open it as a new post</Link>
        </p>
      ))}
    </>
  );
}
