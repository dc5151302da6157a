import type { ArchiveYear } from '@longhand/contract/posts/post-lists';
import { MAX_PAGE_SIZE, PAGE_SIZES } from '@longhand/contract/posts/post-query';
import type { PublicPostSummary } from '@longhand/contract/posts/posts';
import { Suspense, useLayoutEffect, useRef } from 'react';
import {
  Await,
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  useLoaderData,
  useLocation,
  useSearchParams,
} from 'react-router';
import { type ApiClient, orElse, orEmpty } from '../../lib/api-client.ts';
import { type PageUrl, pageApi, sizeOfBlog } from '../../lib/browser-api.ts';
import { leavesPage } from '../../lib/revalidation.ts';
import { useReload } from '../../lib/use-reload.ts';
import { BlogFilter } from '../../reader/list/blog-filter.tsx';
import { BlogHead } from '../../reader/list/blog-head.tsx';
import {
  type BlogData,
  type Filter,
  isFiltered,
  type LoadedPosts,
  readFilter,
  toAllPosts,
  toLoadedPosts,
  toQuery,
  writeFilter,
} from '../../reader/list/blog-list.ts';
import { countYears } from '../../reader/list/list-years.ts';
import { readCursor } from '../../reader/list/read-cursor.ts';
import { RestOfList } from '../../reader/list/rest-of-list.tsx';
import { shownCount, useBlogPosts } from '../../reader/list/use-blog-posts.ts';
import { findTopic, useTopics } from '../../reader/list/use-topics.ts';
import { apiContext } from '../../reader/site/context.server.ts';
import { useSite } from '../../reader/site/site.ts';
import { useScrollPosition } from '../../reader/site/use-scroll-position.ts';
import { useWords } from '../../reader/site/words.tsx';
import { ArchiveYears } from '../../reader/ui/archive-years.tsx';
import { Follow } from '../../reader/ui/follow.tsx';
import { ListHead } from '../../reader/ui/list-head.tsx';
import { LoadFailed } from '../../reader/ui/load-failed.tsx';
import { Loading } from '../../reader/ui/loading.tsx';
import { IMAGES_ABOVE_THE_FOLD, PostCard, PostGrid } from '../../reader/ui/post-card.tsx';
import styles from './blog.module.css';

/** As many posts are shown by scrolling alone, so that the foot of a long list can be reached. */
const MAX_AUTOMATIC = 5 * PAGE_SIZES.list;
/** The browser loads the others when they are needed. */
const TOPICS_IN_PAGE = 300;

/** Loads `count` posts, in as many requests as the page size requires. */
async function loadPosts(api: ApiClient, url: PageUrl, count: number): Promise<LoadedPosts> {
  const search = new URLSearchParams(url.search);
  const filter = readFilter(search);
  const posts: PublicPostSummary[] = [];
  let cursor = readCursor(search);
  for (;;) {
    const limit = Math.min(count - posts.length, MAX_PAGE_SIZE);
    const loading = api.listPage({ limit, ...toQuery(filter), cursor });
    // What is there already is shown; the next part can be asked for again.
    const page = await (cursor && posts.length > 0
      ? orElse(loading, { posts: [], next: cursor })
      : loading);
    posts.push(...page.posts);
    if (page.next === null || page.next === cursor || posts.length >= count) {
      return toLoadedPosts(filter, { posts, next: page.next });
    }
    cursor = page.next;
  }
}

async function loadPage(
  api: ApiClient,
  posts: Promise<LoadedPosts>,
  years: Promise<ArchiveYear[]> | null,
): Promise<BlogData> {
  const [loaded, tags, archive] = await Promise.all([
    orElse(posts, null),
    orElse(api.listTags(), null),
    years && orEmpty(years),
  ]);
  return {
    ...(loaded ?? { ...toAllPosts([]), failed: 'posts' }),
    ...(loaded && !tags && { failed: 'topics' }),
    ...{ tags: tags ?? [], moreTags: false, years: archive },
  };
}

export async function loader({ context, url }: LoaderFunctionArgs) {
  const api = context.get(apiContext);
  const page = await loadPage(api, loadPosts(api, url, PAGE_SIZES.list), api.listYears());
  const tags = page.tags.slice(0, TOPICS_IN_PAGE);
  return { page: { ...page, tags, moreTags: tags.length < page.tags.length } };
}

function loadInBrowser(url: PageUrl): Promise<BlogData> {
  const api = pageApi(url);
  return sizeOfBlog() === 'small'
    ? loadPage(api, api.listPosts().then(toAllPosts), null)
    : loadPage(api, loadPosts(api, url, shownCount()), api.listYears());
}

export function clientLoader({ url }: ClientLoaderFunctionArgs) {
  return { page: loadInBrowser(url) };
}

export const shouldRevalidate = leavesPage;

export default function Blog() {
  const first = useLoaderData<typeof loader | typeof clientLoader>();
  const url = useLocation();
  const [page, attempt, reload] = useReload<BlogData | Promise<BlogData>>(first.page, () =>
    loadInBrowser(url),
  );
  const { blogSubtitle } = useSite();
  const words = useWords();
  return (
    <div className="page">
      <ListHead title={words.text('blog.title')} subtitle={blogSubtitle} />
      <Suspense key={attempt} fallback={<LoadingBlog />}>
        <Await resolve={page}>{(loaded) => <Posts initial={loaded} onRetry={reload} />}</Await>
      </Suspense>
    </div>
  );
}

function LoadingBlog() {
  const words = useWords();
  return (
    <>
      <title>{words.text('blog.title')}</title>
      <Loading text={words.text('loading.posts')} />
    </>
  );
}

function Posts({ initial, onRetry }: { initial: BlogData; onRetry: () => void }) {
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const startsAtCursor = readCursor(search) !== undefined;
  const list = useBlogPosts(initial, filter, !startsAtCursor);
  const [topics, loadTopics] = useTopics(initial);
  const topic = findTopic(topics, list.loaded, filter);
  const isSearch = filter.query.trim() !== '';
  // No topics at all means that they could not be loaded.
  const isUnknown = filter.tag !== '' && topic === undefined && topics.length > 0;
  // React shows the new URL later than the next key press, and may show the old one again before.
  const latest = useRef(filter);
  useLayoutEffect(() => {
    latest.current = readFilter(search);
  }, [search]);
  const { timeZone } = useSite();
  const words = useWords();
  const years = initial.years ?? countYears(list.loaded, timeZone);
  useScrollPosition();

  function preload() {
    list.preload();
    loadTopics();
  }

  function change(changed: Partial<Filter>) {
    preload();
    const next = { ...latest.current, ...changed };
    // Typing replaces the history entry; choosing a topic adds one.
    const replace = next.tag === latest.current.tag && isFiltered(latest.current);
    latest.current = next;
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
      <BlogHead topic={topic} hidden={startsAtCursor || isSearch || isUnknown} />
      <Follow topic={topic ?? null} />
      <BlogFilter filter={filter} tags={topics} onChange={change} onFocus={preload} />
      <p role="status" className={styles.count} lang={words.lang}>
        {list.exact && initial.failed !== 'posts' && list.total}
      </p>
      {list.retry && (
        <div className={styles.failed}>
          <LoadFailed text={words.text('blog.search-failed')} onRetry={list.retry} />
        </div>
      )}
      {initial.failed && (
        <LoadFailed text={words.text(`failed.${initial.failed}`)} onRetry={onRetry} />
      )}
      <ShownPosts list={list} filtered={isFiltered(filter)} onClear={clear} />
      {list.rest && (
        <RestOfList
          {...list.rest}
          filter={filter}
          automatic={list.shown.length < MAX_AUTOMATIC}
          onNear={list.showMore}
        />
      )}
      {!isFiltered(filter) && <ArchiveYears years={years} />}
    </>
  );
}

type ShownPostsProps = {
  list: ReturnType<typeof useBlogPosts>;
  filtered: boolean;
  onClear: () => void;
};

function ShownPosts({ list, filtered, onClear }: ShownPostsProps) {
  const words = useWords();
  if (list.shown.length === 0)
    return list.exact || list.retry ? (
      <Empty filtered={filtered} onClear={onClear} />
    ) : (
      <Loading text={words.text('loading.posts')} />
    );
  return (
    <PostGrid key={list.key} busy={!list.exact && !list.retry}>
      {list.shown.map((post, index) => (
        <PostCard key={post.id} post={post} eager={index < IMAGES_ABOVE_THE_FOLD} />
      ))}
    </PostGrid>
  );
}

function Empty({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const words = useWords();
  if (!filtered)
    return (
      <p className={styles.empty} lang={words.lang} dir="auto">
        {words.text('blog.empty')}
      </p>
    );
  return (
    <div className={styles.empty} lang={words.lang}>
      <p dir="auto">{words.text('blog.no-match')}</p>
      {/* A form: the button works without scripts, too. */}
      <form action="/blog">
        <button
          type="submit"
          className="button"
          onClick={(event) => {
            event.preventDefault();
            onClear();
          }}
        >
          {words.text('blog.view-all')}
        </button>
      </form>
    </div>
  );
}
