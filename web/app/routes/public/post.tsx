import { isPossibleQuery, PAGE_SIZES } from '@longhand/contract/posts/post-query';
import { contentsOf } from '@longhand/contract/text/contents';
import { Suspense, useEffect, useState } from 'react';
import {
  Await,
  type ClientLoaderFunctionArgs,
  data,
  type LoaderFunctionArgs,
  Navigate,
  redirect,
  useLoaderData,
  useLocation,
  useParams,
} from 'react-router';
import { type ApiClient, ApiError, failureStatus, NO_POSTS, orElse } from '../../lib/api-client.ts';
import { browserApi, type PageUrl, pageApi } from '../../lib/browser-api.ts';
import { leaveOldAddress, redirectOldAddress } from '../../lib/old-address.ts';
import { leavesPage } from '../../lib/revalidation.ts';
import { useToken } from '../../lib/session.ts';
import { useReload } from '../../lib/use-reload.ts';
import { Article, type ShownPost } from '../../reader/article/article.tsx';
import { ArticleHead } from '../../reader/article/prose/article-head.tsx';
import { apiContext, contentContext } from '../../reader/site/context.server.ts';
import { useWords } from '../../reader/site/words.tsx';
import { LoadFailed } from '../../reader/ui/load-failed.tsx';
import { Loading } from '../../reader/ui/loading.tsx';
import { Message } from '../../reader/ui/message.tsx';
import { takePost } from '../../reader/ui/prefetched-post.ts';
import { type PostSummary, toCard } from '../../reader/ui/summary.ts';

type Found = ShownPost | 404 | 503;

type Loaded = {
  post: Found | Promise<Found>;
  related: readonly PostSummary[] | Promise<readonly PostSummary[]>;
};

async function loadRelated(api: ApiClient, slug: string): Promise<PostSummary[]> {
  // The API would refuse it, and the refusal would be logged as an error.
  if (!isPossibleQuery(slug)) return [];
  const page = api.listPage({ related: slug, limit: PAGE_SIZES.related });
  return (await orElse(page, NO_POSTS)).posts.map(toCard);
}

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const api = context.get(apiContext);
  const slug = params.slug ?? '';
  try {
    const [found, related] = await Promise.all([api.findPost(slug), loadRelated(api, slug)]);
    const { content, language, translations, ...post } = found;
    context.get(contentContext).html = content;
    return {
      post: {
        ...post,
        content: null,
        contents: contentsOf(content),
        // Most posts have neither, and the page contains all of this.
        ...(language !== null && { language }),
        ...(translations.length > 0 && { translations }),
      },
      related,
    };
  } catch (error) {
    if (error instanceof ApiError && error.movedTo) {
      throw redirect(`/blog/${error.movedTo}`, 301);
    }
    const status = failureStatus(error);
    if (status === 404) await redirectOldAddress(api, url);
    return data({ post: status, related: [] }, { status });
  }
}

function loadInBrowser(slug: string, api: ApiClient, url: PageUrl): Loaded {
  // Not awaited together: the post is shown before the related posts are loaded.
  return {
    post: takePost(slug, api).catch(async (error) => {
      const status = failureStatus(error);
      if (status === 404) await leaveOldAddress(browserApi, url);
      return status;
    }),
    related: loadRelated(browserApi, slug),
  };
}

export function clientLoader({ params, url }: ClientLoaderFunctionArgs) {
  return loadInBrowser(params.slug ?? '', pageApi(url), url);
}

export const shouldRevalidate = leavesPage;

export default function PostRoute() {
  const { slug = '' } = useParams();
  const first = useLoaderData<typeof loader | typeof clientLoader>() as Loaded;
  const url = useLocation();
  const [loaded, attempt, reload] = useReload(first, () => loadInBrowser(slug, pageApi(url), url));
  const key = url.pathname + attempt;
  return typeof loaded.post === 'number' ? (
    <MaybeDraft key={key} status={loaded.post} onRetry={reload} />
  ) : (
    <LoadedPost key={key} {...loaded} onRetry={reload} />
  );
}

function LoadedPost({ post, related, onRetry }: Loaded & { onRetry: () => void }) {
  const { slug } = useParams();
  const { state, search, hash } = useLocation();
  const summary = (state as { summary?: PostSummary } | null)?.summary;
  return (
    <Suspense fallback={<LoadingPost summary={summary} />}>
      <Await resolve={post}>
        {(found) => {
          if (typeof found === 'number') return <PostNotFound status={found} onRetry={onRetry} />;
          if (found.slug === slug) return <Article post={found} related={related} />;
          // The browser has followed the redirect of an address that the post had before.
          return <Navigate to={{ pathname: `/blog/${found.slug}`, search, hash }} replace />;
        }}
      </Await>
    </Suspense>
  );
}

/** Shows the head from the list's summary while the content loads. */
function LoadingPost({ summary }: { summary: PostSummary | undefined }) {
  const text = useWords().text('loading.post');
  return (
    <>
      <title>{summary?.title ?? text}</title>
      {summary && <ArticleHead post={summary} />}
      <Loading text={text} />
    </>
  );
}

/** The server renders no drafts: a browser with a token requests the post again. */
function MaybeDraft({ status, onRetry }: NotFoundProps) {
  const { slug = '' } = useParams();
  const { pathname, search } = useLocation();
  const token = useToken();
  const [loading, setLoading] = useState<Loaded | null>(null);
  useEffect(() => {
    if (token !== null) setLoading(loadInBrowser(slug, browserApi, { pathname, search }));
  }, [token, slug, pathname, search]);
  const words = useWords();
  if (token === null) return <PostNotFound status={status} onRetry={onRetry} />;
  if (!loading) return <Loading text={words.text('loading.post')} />;
  return <LoadedPost {...loading} onRetry={onRetry} />;
}

type NotFoundProps = { status: 404 | 503; onRetry: () => void };

function PostNotFound({ status, onRetry }: NotFoundProps) {
  const words = useWords();
  return (
    <Message
      title={words.text('post.not-found')}
      text={words.text('post.not-found-text')}
      back="blog"
    >
      {status === 503 && <LoadFailed text={words.text('failed.post')} onRetry={onRetry} />}
    </Message>
  );
}
