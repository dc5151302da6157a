import { foldCase } from '@longhand/contract/text';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Await, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { BlogFilter } from '../../components/blog-filter.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PostCard, PostGrid } from '../../components/post-card.tsx';
import { StructuredData } from '../../components/structured-data.tsx';
import { orEmpty } from '../../lib/api-client.ts';
import {
  type BlogPage,
  type Filter,
  filterPosts,
  firstPage,
  isAnswered,
  isFiltered,
  readFilter,
  toListed,
  writeFilter,
} from '../../lib/blog-list.ts';
import { browserApi } from '../../lib/browser-api.ts';
import { apiContext } from '../../lib/context.server.ts';
import { FEED_KINDS, FEEDS, feedPath, topicPath } from '../../lib/feeds.ts';
import { stayingOnPage } from '../../lib/revalidation.ts';
import { useSite } from '../../lib/site.ts';
import { blogData } from '../../lib/structured-data.ts';
import { useScrollPosition } from '../../lib/use-scroll-position.ts';
import styles from './blog.module.css';

const SUBTITLE = 'Thoughts on technology, design, and life.';
/** On a phone; on a wide screen the others come soon enough. */
const IMAGES_ABOVE_THE_FOLD = 1;

export async function loader({ context, url }: LoaderFunctionArgs) {
  const api = context.get(apiContext);
  const [posts, tags] = await Promise.all([orEmpty(api.listPosts()), orEmpty(api.listTags())]);
  return { page: firstPage(posts, tags, readFilter(url.searchParams).query) };
}

async function loadPage(): Promise<BlogPage> {
  const [posts, tags] = await Promise.all([
    orEmpty(browserApi.listPosts()),
    orEmpty(browserApi.listTags()),
  ]);
  return { posts: posts.map(toListed), tags, found: null };
}

export function clientLoader() {
  return { page: loadPage() };
}

/** Typing changes the address, not the list: it is loaded already. */
export const shouldRevalidate = stayingOnPage;

export default function Blog() {
  const { page } = useLoaderData<typeof loader | typeof clientLoader>();
  return (
    <div className="page">
      <header className={styles.head}>
        <h1>Blog</h1>
        <p>{SUBTITLE}</p>
      </header>
      <Suspense fallback={<LoadingBlog />}>
        <Await resolve={page}>{(loaded) => <Posts first={loaded} />}</Await>
      </Suspense>
    </div>
  );
}

function LoadingBlog() {
  return (
    <>
      <title>Blog</title>
      <Loading text="Loading posts..." />
    </>
  );
}

/** The bodies, to search in: loaded once, when the browser has nothing else to do. */
function useBodies(first: BlogPage): [BlogPage, load: () => void] {
  const [wanted, setWanted] = useState(false);
  const [page, setPage] = useState(first);
  const complete = page.posts.every((post) => post.searchText !== undefined);

  useEffect(() => {
    if (complete) return;
    const idle =
      window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 500));
    idle(() => setWanted(true));
  }, [complete]);

  useEffect(() => {
    if (!wanted || complete) return;
    let current = true;
    browserApi
      .listPosts()
      .then(
        (posts) => current && setPage((shown) => ({ ...shown, posts: posts.map(toListed) })),
        console.error,
      );
    return () => {
      current = false;
    };
  }, [wanted, complete]);

  return [page, () => setWanted(true)];
}

function Posts({ first }: { first: BlogPage }) {
  const [page, loadBodies] = useBodies(first);
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const posts = filterPosts(page, filter);
  const answered = isAnswered(page, filter);
  const topic = topicOf(page, filter);
  // What was asked for last; the address follows when the router gets to it.
  const asked = useRef(filter);
  asked.current = filter;
  useScrollPosition();

  function change(next: Filter) {
    loadBodies();
    // A letter more is no step that one would want to go back to; another topic is.
    const replace = next.tag === asked.current.tag && isFiltered(asked.current);
    asked.current = next;
    setSearch(writeFilter(next), { replace, preventScrollReset: true });
  }

  function clear() {
    const field = document.querySelector<HTMLInputElement>('#blog-search');
    if (field) field.value = '';
    field?.focus();
    change({ query: '', tag: '' });
  }

  return (
    <>
      <BlogHead page={page} filter={filter} topic={topic} />
      <Follow topic={topic ?? null} />
      <BlogFilter filter={filter} tags={page.tags} onChange={change} onFocus={loadBodies} />
      <p role="status" className="visually-hidden">
        {answered && (posts.length === 1 ? '1 post' : `${posts.length} posts`)}
      </p>
      {posts.length === 0 && !answered ? (
        <Loading text="Loading posts..." />
      ) : posts.length > 0 ? (
        <PostGrid>
          {posts.map((post, index) => (
            <PostCard key={post.id} post={post} eager={index < IMAGES_ABOVE_THE_FOLD} />
          ))}
        </PostGrid>
      ) : (
        <Empty filtered={isFiltered(filter)} onClear={clear} />
      )}
    </>
  );
}

/** The topic as the posts spell it; undefined where no post has it. */
function topicOf(page: BlogPage, { tag }: Filter): string | undefined {
  if (tag === '') return undefined;
  const asked = foldCase(tag);
  const known = [...page.tags, ...page.posts.flatMap((post) => post.tags)];
  return known.find((each) => foldCase(each) === asked);
}

/** New posts, without coming back to look. */
function Follow({ topic }: { topic: string | null }) {
  return (
    <p className={`label no-print ${styles.follow}`}>
      <span>{topic === null ? 'Follow' : `Follow ${topic}`}</span>
      {FEED_KINDS.map((kind) => (
        <a key={kind} href={feedPath(kind, topic)} type={FEEDS[kind].type}>
          {FEEDS[kind].label}
        </a>
      ))}
    </p>
  );
}

type HeadProps = { page: BlogPage; filter: Filter; topic: string | undefined };

/** A topic is a page of its own; what one searches for is not. */
function BlogHead({ page, filter, topic }: HeadProps) {
  const site = useSite();
  // Without any posts, it is the list that could not be had, not the topic.
  const unknown = filter.tag !== '' && topic === undefined && page.posts.length > 0;
  const hidden = filter.query.trim() !== '' || unknown;
  if (topic === undefined) {
    return (
      <>
        <PageHead title="Blog" description={SUBTITLE} path="/blog" hidden={hidden} />
        <StructuredData data={blogData(site)} />
      </>
    );
  }
  return (
    <PageHead
      title={`Posts on ${topic}`}
      description={`Everything on ${topic} from ${site.name}.`}
      path={topicPath(topic)}
      topic={topic}
      hidden={hidden}
    />
  );
}

function Empty({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (!filtered) return <p className={styles.empty}>No posts available yet.</p>;
  return (
    <div className={styles.empty}>
      <p>No posts found matching your criteria.</p>
      {/* A link that works without scripts, in the shape of the button it is with them. */}
      <form action="/blog">
        <button
          type="submit"
          className="button"
          onClick={(event) => {
            event.preventDefault();
            onClear();
          }}
        >
          View all posts
        </button>
      </form>
    </div>
  );
}
