import type { Post } from '@longhand/contract/posts';
import { Suspense } from 'react';
import {
  Await,
  type ClientLoaderFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useLocation,
} from 'react-router';
import { Article } from '../../components/article.tsx';
import { ArticleHead } from '../../components/article-head.tsx';
import { Loading } from '../../components/loading.tsx';
import { Message } from '../../components/message.tsx';
import { type ApiClient, ApiError, orEmpty } from '../../lib/api-client.ts';
import { browserApi } from '../../lib/browser-api.ts';
import { apiContext } from '../../lib/context.server.ts';
import { type PostSummary, relatedPosts } from '../../lib/summary.ts';

type PostPage = { readonly post: Post; readonly related: readonly PostSummary[] };

async function loadPage(api: ApiClient, slug: string): Promise<PostPage> {
  const [post, all] = await Promise.all([api.findPost(slug), orEmpty(api.listPosts())]);
  return { post, related: relatedPosts(post, all) };
}

/** The status that a page without its post has: missing, or not to be had right now. */
function failureStatus(error: unknown): number {
  return error instanceof ApiError && error.status < 500 ? 404 : 503;
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  try {
    return { page: await loadPage(context.get(apiContext), params.slug ?? '') };
  } catch (error) {
    if (error instanceof ApiError && error.movedTo) throw redirect(`/blog/${error.movedTo}`, 301);
    const status = failureStatus(error);
    if (status !== 404) console.error(error);
    return data({ page: null }, { status });
  }
}

export function clientLoader({ params }: ClientLoaderFunctionArgs) {
  const page = loadPage(browserApi, params.slug ?? '').catch((error) => {
    console.error(error);
    return null;
  });
  return { page };
}

export default function PostRoute() {
  const { page } = useLoaderData<typeof loader | typeof clientLoader>();
  const { key, state } = useLocation();
  const summary = (state as { summary?: PostSummary } | null)?.summary;
  return (
    <Suspense key={key} fallback={<LoadingPost summary={summary} />}>
      <Await resolve={page}>
        {(loaded) => (loaded ? <Article {...loaded} /> : <PostNotFound />)}
      </Await>
    </Suspense>
  );
}

/** What the list knew already stands there while the text is on its way. */
function LoadingPost({ summary }: { summary: PostSummary | undefined }) {
  return (
    <>
      {summary && <ArticleHead post={summary} />}
      <Loading text="Loading post..." />
    </>
  );
}

function PostNotFound() {
  return (
    <Message
      title="Post Not Found"
      text="The post you're looking for doesn't exist."
      back={{ to: '/blog', label: '← Back to Blog' }}
    />
  );
}
