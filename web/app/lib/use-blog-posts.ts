import { PAGE_SIZES } from '@longhand/contract/post-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import {
  type Answered,
  answer,
  type Filter,
  isSameFilter,
  toAnswered,
  toQuery,
  toWhole,
} from './blog-list.ts';
import { browserApi } from './browser-api.ts';
import { useBlogSize } from './site.ts';
import { whenIdle } from './when-idle.ts';

const STEP: number = PAGE_SIZES.list;
/** A fast typist's pause between two keys. */
const TYPING_MS = 120;

/** How much of the list was shown on each entry of the history, for as long as the page lives. */
const shownBefore = new Map<string, number>();

/** So many posts that one who comes back finds the place where they were. */
export function shownCount(): number {
  const { key = '' } = (window.history.state ?? {}) as { key?: string };
  return shownBefore.get(key) ?? STEP;
}

/** How many posts are shown on this entry of the history: more and more of them. */
function useShownCount(): [count: number, grow: () => void] {
  const { key } = useLocation();
  const before = shownBefore.get(key) ?? STEP;
  const [shown, setShown] = useState({ key, count: before });
  const count = shown.key === key ? shown.count : before;
  useEffect(() => {
    shownBefore.set(key, count);
  }, [key, count]);
  return [count, () => setShown({ key, count: count + STEP })];
}

type WholeOptions = {
  /** Whether the list is shown from its beginning: then all of it will do, too. */
  readonly fromTheTop: boolean;
  /** Whether what is loaded does not answer what is asked. */
  readonly needed: boolean;
};

/** All posts, where they are not too many: once somebody needs them, or nobody needs anything. */
function useWhole(
  loaded: Answered,
  setLoaded: (loaded: Answered) => void,
  { fromTheTop, needed }: WholeOptions,
) {
  const size = useBlogSize();
  const [wanted, setWanted] = useState(false);
  const { whole } = loaded;

  useEffect(() => {
    if (whole || !fromTheTop || size !== 'small') return;
    return whenIdle(() => setWanted(true));
  }, [fromTheTop, whole, size]);

  useEffect(() => {
    if (!(wanted || needed) || whole || size === 'large') return;
    let current = true;
    browserApi
      .listPosts()
      .then((posts) => current && setLoaded(toWhole(posts)))
      .catch((error) => {
        console.error(error);
        // Whoever needs them next tries again.
        if (current) setWanted(false);
      });
    return () => {
      current = false;
    };
  }, [wanted, needed, whole, size, setLoaded]);

  return () => setWanted(true);
}

/** Where they are too many: what the filter leaves, as the server finds it. */
function useFound(loaded: Answered, setLoaded: (loaded: Answered) => void, filter: Filter) {
  const isLarge = useBlogSize() === 'large';
  const { query, tag } = filter;
  const [failedFor, setFailedFor] = useState<Filter | null>(null);
  const failed = failedFor !== null && isSameFilter(failedFor, filter);
  const asks = isLarge && !failed && !isSameFilter(loaded.filter, filter);
  useEffect(() => {
    if (!asks) return;
    let current = true;
    const typed = setTimeout(() => {
      browserApi.listPart({ limit: STEP, ...toQuery({ query, tag }) }).then(
        (part) => current && setLoaded(toAnswered({ query, tag }, part)),
        (error) => {
          console.error(error);
          if (current) setFailedFor({ query, tag });
        },
      );
    }, TYPING_MS);
    return () => {
      current = false;
      clearTimeout(typed);
    };
  }, [asks, query, tag, setLoaded]);
  return { failed, retry: () => setFailedFor(null) };
}

/** The posts that a filter leaves, as many as one has scrolled to. */
export function useBlogPosts(first: Answered, filter: Filter, fromTheTop: boolean) {
  const [loaded, setLoaded] = useState(first);
  const [loading, setLoading] = useState(false);
  const [count, grow] = useShownCount();
  const { posts: found, answered } = answer(loaded, filter);
  const loadWhole = useWhole(loaded, setLoaded, { fromTheTop, needed: !answered });
  const { failed, retry } = useFound(loaded, setLoaded, filter);
  const isLarge = useBlogSize() === 'large';
  // The server knows in a moment: until then, what was there stays, and nothing flickers.
  const posts = answered || !isLarge ? found : loaded.posts;
  const hasMore = answered && loaded.next !== null;

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
      grow();
    } catch (error) {
      console.error(error);
    } finally {
      setLoading(false);
    }
  }

  /** One step at a time: what is there already, or else what is to be asked for. */
  function showMore(): void {
    if (count < posts.length) grow();
    else if (hasMore && isLarge) void loadNext();
    else if (hasMore) loadWhole();
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
        ? { cursor: loaded.next, progress: `${count} ${posts.length} ${answered}` }
        : null,
    showMore,
    prepare: loadWhole,
    /** Where the server could not be asked: how to ask again. */
    retry: failed ? retry : null,
  };
}

function inWords(count: number): string {
  return count === 1 ? '1 post' : `${count} posts`;
}
