import { contentsOf } from '@longhand/contract/contents';
import { isPossibleQuery, PAGE_SIZES } from '@longhand/contract/post-query';
import type { PostDetail } from '@longhand/contract/posts';
import { Suspense, useEffect, useState } from 'react';
import {
  Await,
  type ClientLoaderFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useLocation,
  useParams,
} from 'react-router';
import { type ApiClient, ApiError, failureStatus, NO_POSTS, orElse } from '../../lib/api-client.ts';
import { browserApi, orDocument } from '../../lib/browser-api.ts';
import { leavesPage } from '../../lib/revalidation.ts';
import { useToken } from '../../lib/session.ts';
import { Article, type ShownPost } from '../../reader/article/article.tsx';
import { ArticleHead } from '../../reader/article/prose/article-head.tsx';
import { apiContext, contentContext } from '../../reader/site/context.server.ts';
import { Loading } from '../../reader/ui/loading.tsx';
import { BACK_TO_BLOG, Message } from '../../reader/ui/message.tsx';
import { takePost } from '../../reader/ui/prefetched-post.ts';
import { type PostSummary, toCard } from '../../reader/ui/summary.ts';

async function loadRelated(api: ApiClient, slug: string): Promise<PostSummary[]> {
  // The API would refuse it, and the refusal would be logged as an error.
  if (!isPossibleQuery(slug)) return [];
  const page = api.listPage({ related: slug, limit: PAGE_SIZES.related });
  return (await orElse(page, NO_POSTS)).posts.map(toCard);
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const api = context.get(apiContext);
  const slug = params.slug ?? '';
  try {
    const [{ content, ...post }, related] = await Promise.all([
      api.findPost(slug),
      loadRelated(api, slug),
    ]);
    context.get(contentContext).html = content;
    return { post: { ...post, content: null, contents: contentsOf(content) }, related };
  } catch (error) {
    if (error instanceof ApiError && error.movedTo) {
      throw redirect(`/blog/${error.movedTo}`, 301);
    }
    return data({ post: null, related: [] }, { status: failureStatus(error) });
  }
}

function loadInBrowser(slug: string, onFailure?: (error: unknown) => Promise<never>) {
  // Not awaited together: the post is shown before the related posts are loaded.
  return {
    post: orElse<PostDetail | null>(takePost(slug).catch(onFailure), null),
    related: loadRelated(browserApi, slug),
  };
}

export function clientLoader({ params, url }: ClientLoaderFunctionArgs) {
  return loadInBrowser(params.slug ?? '', orDocument(url));
}

export const shouldRevalidate = leavesPage;

export default function PostRoute() {
  const { post, related } = useLoaderData<typeof loader | typeof clientLoader>();
  const { pathname } = useLocation();
  return post === null ? (
    <MaybeDraft key={pathname} />
  ) : (
    <LoadedPost key={pathname} post={post} related={related} />
  );
}

type Loaded = {
  post: ShownPost | Promise<ShownPost | null>;
  related: readonly PostSummary[] | Promise<readonly PostSummary[]>;
};

function LoadedPost({ post, related }: Loaded) {
  const { state } = useLocation();
  const summary = (state as { summary?: PostSummary } | null)?.summary;
  return (
    <Suspense fallback={<LoadingPost summary={summary} />}>
      <Await resolve={post}>
        {(loaded) => (loaded ? <Article post={loaded} related={related} /> : <PostNotFound />)}
      </Await>
    </Suspense>
  );
}

/** Shows the head from the list's summary while the content loads. */
function LoadingPost({ summary }: { summary: PostSummary | undefined }) {
  return (
    <>
      <title>{summary?.title ?? 'Loading post...'}</title>
      {summary && <ArticleHead post={summary} />}
      <Loading text="Loading post..." />
    </>
  );
}

/** The server renders no drafts: a browser with a token requests the post again. */
function MaybeDraft() {
  const { slug = '' } = useParams();
  const token = useToken();
  const [loading, setLoading] = useState<ReturnType<typeof loadInBrowser> | null>(null);
  useEffect(() => {
    if (token !== null) setLoading(loadInBrowser(slug));
  }, [token, slug]);
  if (token === null) return <PostNotFound />;
  if (!loading) return <Loading text="Loading post..." />;
  return <LoadedPost {...loading} />;
}

function PostNotFound() {
  return (
    <Message
      title="Post Not Found"
      text="The post you're looking for doesn't exist."
      back={BACK_TO_BLOG}
    />
  );
}
