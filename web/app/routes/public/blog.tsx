import { MAX_PAGE_SIZE, PAGE_SIZES } from '@longhand/contract/post-query';
import type { PublicPostSummary } from '@longhand/contract/posts';
import { foldCase } from '@longhand/contract/text';
import { Suspense, useRef, useState } from 'react';
import {
  Await,
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  useLoaderData,
  useSearchParams,
} from 'react-router';
import { BlogFilter } from '../../components/blog-filter.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PostCard, PostGrid } from '../../components/post-card.tsx';
import { RestOfList } from '../../components/rest-of-list.tsx';
import { StructuredData } from '../../components/structured-data.tsx';
import { type ApiClient, NO_POSTS, orElse, orEmpty } from '../../lib/api-client.ts';
import {
  type Answered,
  type BlogPage,
  type Filter,
  isFiltered,
  type ListedPost,
  readCursor,
  readFilter,
  toAnswered,
  toQuery,
  toWhole,
  writeFilter,
} from '../../lib/blog-list.ts';
import { browserApi, sizeOfBlog } from '../../lib/browser-api.ts';
import { apiContext } from '../../lib/context.server.ts';
import { FEED_KINDS, FEEDS, feedPath, topicPath } from '../../lib/feeds.ts';
import { stayingOnPage } from '../../lib/revalidation.ts';
import { useSite } from '../../lib/site.ts';
import { blogData } from '../../lib/structured-data.ts';
import { shownCount, useBlogPosts } from '../../lib/use-blog-posts.ts';
import { useScrollPosition } from '../../lib/use-scroll-position.ts';
import styles from './blog.module.css';

const SUBTITLE = 'Thoughts on technology, design, and life.';
/** On a phone; on a wide screen the others come soon enough. */
const IMAGES_ABOVE_THE_FOLD = 1;
/** A page that has hundreds of topics leaves the others to the browser. */
const TOPICS_IN_PAGE = 300;

/** As much of the list as one has scrolled to, or to begin with. */
async function loadPart(api: ApiClient, url: URL, count: number): Promise<Answered> {
  const filter = readFilter(url.searchParams);
  const posts: PublicPostSummary[] = [];
  let cursor = readCursor(url.searchParams);
  for (;;) {
    const limit = Math.min(count - posts.length, MAX_PAGE_SIZE);
    const part = await orElse(api.listPart({ limit, ...toQuery(filter), cursor }), NO_POSTS);
    posts.push(...part.posts);
    if (part.next === null || posts.length >= count) {
      return toAnswered(filter, { posts, next: part.next });
    }
    cursor = part.next;
  }
}

async function loadPage(api: ApiClient, posts: Promise<Answered>): Promise<BlogPage> {
  const [answered, tags] = await Promise.all([posts, orEmpty(api.listTags())]);
  return { ...answered, tags, moreTags: false };
}

export async function loader({ context, url }: LoaderFunctionArgs) {
  const api = context.get(apiContext);
  const page = await loadPage(api, loadPart(api, url, PAGE_SIZES.list));
  const tags = page.tags.slice(0, TOPICS_IN_PAGE);
  return { page: { ...page, tags, moreTags: tags.length < page.tags.length } };
}

export function clientLoader({ url }: ClientLoaderFunctionArgs) {
  const posts =
    sizeOfBlog() === 'small'
      ? orEmpty(browserApi.listPosts()).then(toWhole)
      : loadPart(browserApi, url, shownCount());
  return { page: loadPage(browserApi, posts) };
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

/** All topics, where the page did not bring all of them along. */
function useTopics({ tags, moreTags }: BlogPage): [topics: readonly string[], load: () => void] {
  const [all, setAll] = useState({ tags, complete: !moreTags });
  function load(): void {
    if (all.complete) return;
    setAll({ ...all, complete: true });
    browserApi.listTags().then((loaded) => setAll({ tags: loaded, complete: true }), console.error);
  }
  return [all.tags, load];
}

function Posts({ first }: { first: BlogPage }) {
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const isPart = readCursor(search) !== undefined;
  const list = useBlogPosts(first, filter, !isPart);
  const [topics, loadTopics] = useTopics(first);
  const topic = topicOf(topics, list.loaded, filter);
  const isSearch = filter.query.trim() !== '';
  // Without any topics, it is they that could not be had.
  const isUnknown = filter.tag !== '' && topic === undefined && topics.length > 0;
  // What was asked for last; the address follows when the router gets to it.
  const asked = useRef(filter);
  asked.current = filter;
  useScrollPosition();

  function prepare() {
    list.prepare();
    loadTopics();
  }

  function change(next: Filter) {
    prepare();
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
      <BlogHead topic={topic} hidden={isPart || isSearch || isUnknown} />
      <Follow topic={topic ?? null} />
      <BlogFilter filter={filter} tags={topics} onChange={change} onFocus={prepare} />
      <p role="status" className="visually-hidden">
        {list.answered && list.total}
      </p>
      {list.retry && <NotAsked onRetry={list.retry} />}
      {list.shown.length === 0 && !list.answered ? (
        <Loading text="Loading posts..." />
      ) : list.shown.length > 0 ? (
        <PostGrid key={list.key} busy={!list.answered && !list.retry}>
          {list.shown.map((post, index) => (
            <PostCard key={post.id} post={post} eager={index < IMAGES_ABOVE_THE_FOLD} />
          ))}
        </PostGrid>
      ) : (
        <Empty filtered={isFiltered(filter)} onClear={clear} />
      )}
      {list.rest && <RestOfList {...list.rest} filter={filter} onNear={list.showMore} />}
    </>
  );
}

/** The topic as the posts spell it; undefined where no post has it. */
function topicOf(
  topics: readonly string[],
  posts: readonly ListedPost[],
  { tag }: Filter,
): string | undefined {
  if (tag === '') return undefined;
  const asked = foldCase(tag);
  const isAsked = (each: string) => foldCase(each) === asked;
  return topics.find(isAsked) ?? posts.flatMap((post) => post.tags).find(isAsked);
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

type HeadProps = { topic: string | undefined; hidden: boolean };

/** A topic is a page of its own; what one searches for is not. */
function BlogHead({ topic, hidden }: HeadProps) {
  const site = useSite();
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

/** What is shown is what was there before. */
function NotAsked({ onRetry }: { onRetry: () => void }) {
  return (
    <p role="alert" className={styles.failed}>
      The posts could not be searched: the server did not answer.{' '}
      <button type="button" className="button" onClick={onRetry}>
        Try again
      </button>
    </p>
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
