import { PAGE_SIZES } from '@longhand/contract/posts/post-query';
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { browserApi } from '../../lib/browser-api.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { savesData } from '../offline/saves-data.ts';
import { useBlogSize } from '../site/site.ts';
import { useWords } from '../site/words.tsx';
import {
  applyFilter,
  type BlogData,
  type Filter,
  isFiltered,
  isSameFilter,
  type LoadedPosts,
  toAllPosts,
  toLoadedPosts,
  toQuery,
  withAllPosts,
} from './blog-list.ts';

const STEP: number = PAGE_SIZES.list;
const DEBOUNCE_MS = 120;

/** The number of posts shown, by history entry: going back restores the length of the list. */
const shownCounts = new Map<string, number>();

export function shownCount(): number {
  const { key = '' } = (window.history.state ?? {}) as { key?: string };
  return shownCounts.get(key) ?? STEP;
}

function useShownCount(): [count: number, grow: () => void] {
  const { key } = useLocation();
  const restored = shownCounts.get(key) ?? STEP;
  const [shown, setShown] = useState({ key, count: restored });
  const count = shown.key === key ? shown.count : restored;
  useEffect(() => {
    shownCounts.set(key, count);
  }, [key, count]);
  return [count, () => setShown({ key, count: count + STEP })];
}

type AllPostsOptions = {
  /** False for a page that starts at a cursor. */
  readonly fromStart: boolean;
  /** Whether the filter cannot be applied to what is loaded. */
  readonly needed: boolean;
};

/** Loads all posts of a blog that is not large: when idle, or as soon as they are needed. */
function useAllPosts(
  loaded: LoadedPosts,
  setLoaded: Dispatch<SetStateAction<LoadedPosts>>,
  { fromStart, needed }: AllPostsOptions,
) {
  const size = useBlogSize();
  const [requested, setRequested] = useState(false);
  const [failed, setFailed] = useState(false);
  const { hasAll } = loaded;
  // One value: a search while they are loading must not request them again.
  const wanted = requested || needed;

  useEffect(() => {
    if (hasAll || !fromStart || size !== 'small' || savesData()) return;
    return whenIdle(() => setRequested(true));
  }, [fromStart, hasAll, size]);

  useEffect(() => {
    if (!wanted || hasAll || failed || size === 'large') return;
    let current = true;
    browserApi
      .listPosts()
      .then((posts) => {
        if (!current) return;
        setLoaded((shown) => (fromStart ? withAllPosts(shown, posts) : toAllPosts(posts)));
      })
      .catch((error) => {
        console.error(error);
        if (!current) return;
        // Allows the next attempt.
        setRequested(false);
        setFailed(true);
      });
    return () => {
      current = false;
    };
  }, [wanted, hasAll, failed, size, fromStart, setLoaded]);

  const load = () => {
    setRequested(true);
    setFailed(false);
  };
  return { load, failed: failed && needed };
}

/** Lets the server filter the posts of a large blog. */
function useServerFilter(
  loaded: LoadedPosts,
  setLoaded: (loaded: LoadedPosts) => void,
  filter: Filter,
) {
  const isLarge = useBlogSize() === 'large';
  const { query, tag } = filter;
  const [failedFor, setFailedFor] = useState<Filter | null>(null);
  const failed = failedFor !== null && isSameFilter(failedFor, filter);
  const shouldFetch = isLarge && !failed && !isSameFilter(loaded.filter, filter);
  useEffect(() => {
    if (!shouldFetch) return;
    let current = true;
    const timer = setTimeout(() => {
      browserApi.listPage({ limit: STEP, ...toQuery({ query, tag }) }).then(
        (page) => current && setLoaded(toLoadedPosts({ query, tag }, page)),
        (error) => {
          console.error(error);
          if (current) setFailedFor({ query, tag });
        },
      );
    }, DEBOUNCE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [shouldFetch, query, tag, setLoaded]);
  return { failed, retry: () => setFailedFor(null) };
}

/** Zero if the years could not be loaded. */
function countAll(years: BlogData['years']): number {
  return years?.reduce((sum, { posts }) => sum + posts, 0) ?? 0;
}

/** The posts that match the filter, as many as the reader has scrolled to. */
export function useBlogPosts(
  first: LoadedPosts & Pick<BlogData, 'years'>,
  filter: Filter,
  fromStart: boolean,
) {
  const [loaded, setLoaded] = useState<LoadedPosts>(first);
  const [loading, setLoading] = useState(false);
  const [count, grow] = useShownCount();
  const { posts: matching, exact } = applyFilter(loaded, filter);
  const all = useAllPosts(loaded, setLoaded, { fromStart, needed: !exact });
  const { failed, retry } = useServerFilter(loaded, setLoaded, filter);
  const isLarge = useBlogSize() === 'large';
  const words = useWords();
  // The previous posts stay until the server has responded: the list does not flicker.
  const posts = exact || !isLarge ? matching : loaded.posts;
  const hasMore = exact && loaded.next !== null;
  // Of those that match a filter, the server counts only what it lists.
  const total = hasMore && !isFiltered(filter) ? countAll(first.years) : posts.length;

  async function loadNext(): Promise<void> {
    if (loading || loaded.next === null) return;
    setLoading(true);
    try {
      const page = await browserApi.listPage({
        limit: STEP,
        ...toQuery(loaded.filter),
        cursor: loaded.next,
      });
      const more = toLoadedPosts(loaded.filter, page);
      setLoaded((now) =>
        now === loaded ? { ...more, posts: [...loaded.posts, ...more.posts] } : now,
      );
      grow();
    } catch (error) {
      console.error(error);
    } finally {
      setLoading(false);
    }
  }

  function showMore(): void {
    if (count < posts.length) grow();
    else if (hasMore && isLarge) void loadNext();
    else if (hasMore) all.load();
  }

  return {
    loaded: loaded.posts,
    /** A new list for each server result, so that cards are not moved about. */
    key: isLarge ? JSON.stringify(loaded.filter) : 'all',
    shown: posts.slice(0, count),
    total:
      hasMore && total <= posts.length
        ? words.text('blog.found-more', { count: words.number(posts.length) })
        : words.count('blog.found', total),
    exact,
    rest:
      count < posts.length || hasMore
        ? { cursor: loaded.next, progress: `${count} ${posts.length} ${exact}` }
        : null,
    showMore,
    preload: all.load,
    /** Set after a failed request. */
    retry: failed ? retry : all.failed ? all.load : null,
  };
}
