import { MAX_PAGE_SIZE, PAGE_SIZES } from '@longhand/contract/post-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import {
  type Answered,
  answer,
  type Filter,
  isSameFilter,
  isWhole,
  toAnswered,
  toQuery,
  toWhole,
} from './blog-list.ts';
import { browserApi } from './browser-api.ts';
import { useBlogSize } from './site.ts';
import { whenIdle } from './when-idle.ts';

const STEP = PAGE_SIZES.list;
/** A fast typist's pause between two keys. */
const TYPING_MS = 120;

/** How much of the list was shown on each entry of the history, for as long as the page lives. */
const shownBefore = new Map<string, number>();

/** So much of the list that one who comes back finds the place where they were. */
export function pageSize(): number {
  const { key = '' } = (window.history.state ?? {}) as { key?: string };
  return Math.min(Math.max(shownBefore.get(key) ?? 0, STEP), MAX_PAGE_SIZE);
}

/** How many posts of the list are shown: more and more of them, until it is another list. */
function useShownCount({ query, tag }: Filter): [count: number, grow: () => void] {
  const { key } = useLocation();
  const list = JSON.stringify([query, tag]);
  const [shown, setShown] = useState({ list, count: shownBefore.get(key) ?? STEP });
  const count = shown.list === list ? shown.count : STEP;
  useEffect(() => {
    shownBefore.set(key, count);
  }, [key, count]);
  return [count, () => setShown({ list, count: count + STEP })];
}

/** All posts, where they are not too many: once somebody needs them, or nobody needs anything. */
function useWhole(loaded: Answered, setLoaded: (loaded: Answered) => void, fromTheTop: boolean) {
  const size = useBlogSize();
  const [wanted, setWanted] = useState(false);
  const whole = isWhole(loaded);

  useEffect(() => {
    if (whole || !fromTheTop || size !== 'small') return;
    return whenIdle(() => setWanted(true));
  }, [fromTheTop, whole, size]);

  useEffect(() => {
    if (!wanted || whole || size === 'large') return;
    let current = true;
    browserApi
      .listPosts()
      .then((posts) => current && setLoaded(toWhole(posts)))
      .catch(console.error);
    return () => {
      current = false;
    };
  }, [wanted, whole, size, setLoaded]);

  return () => setWanted(true);
}

/** Where they are too many: what the filter leaves, as the server finds it. */
function useFound(loaded: Answered, setLoaded: (loaded: Answered) => void, filter: Filter): void {
  const isLarge = useBlogSize() === 'large';
  const { query, tag } = filter;
  const answered = isSameFilter(loaded.filter, filter) || isWhole(loaded);
  useEffect(() => {
    if (answered || !isLarge) return;
    let current = true;
    const typed = setTimeout(() => {
      browserApi
        .listPart({ limit: STEP, ...toQuery({ query, tag }) })
        .then((part) => current && setLoaded(toAnswered({ query, tag }, part)))
        .catch(console.error);
    }, TYPING_MS);
    return () => {
      current = false;
      clearTimeout(typed);
    };
  }, [answered, isLarge, query, tag, setLoaded]);
}

/** The posts that a filter leaves, as many as one has scrolled to. */
export function useBlogPosts(first: Answered, filter: Filter, fromTheTop: boolean) {
  const [loaded, setLoaded] = useState(first);
  const [loading, setLoading] = useState(false);
  const [count, grow] = useShownCount(filter);
  const loadWhole = useWhole(loaded, setLoaded, fromTheTop);
  useFound(loaded, setLoaded, filter);
  const isLarge = useBlogSize() === 'large';
  const { posts: found, answered } = answer(loaded, filter);
  // The server knows in a moment: until then, what was there stays, and nothing flickers.
  const posts = answered || !isLarge ? found : loaded.posts;
  const hasMore = answered && !isWhole(loaded) && loaded.next !== null;

  async function loadNext(): Promise<void> {
    if (loading || loaded.next === null) return;
    setLoading(true);
    try {
      const part = await browserApi.listPart({
        limit: STEP,
        ...toQuery(loaded.filter),
        cursor: loaded.next,
      });
      const more = toAnswered(loaded.filter, part);
      setLoaded((now) =>
        now === loaded ? { ...more, posts: [...loaded.posts, ...more.posts] } : now,
      );
    } catch (error) {
      console.error(error);
    } finally {
      setLoading(false);
    }
  }

  function showMore(): void {
    grow();
    if (count + STEP <= posts.length || !hasMore) return;
    if (isLarge) void loadNext();
    else loadWhole();
  }

  return {
    loaded: loaded.posts,
    /** Other posts by the server's word are another list: nothing of the old one moves about. */
    key: isLarge ? JSON.stringify(loaded.filter) : 'all',
    shown: posts.slice(0, count),
    /** How many there are, or that there are more than these. */
    total: hasMore ? `More than ${posts.length} posts` : inWords(posts.length),
    answered,
    /** Where the rest of the list is, if there is one. */
    rest:
      count < posts.length || hasMore
        ? { cursor: loaded.next, progress: `${count} ${posts.length}` }
        : null,
    showMore,
    prepare: loadWhole,
  };
}

function inWords(count: number): string {
  return count === 1 ? '1 post' : `${count} posts`;
}
