import { useEffect, useRef, useState } from 'react';
import { adminApi } from './admin-api.ts';
import { logFailure } from './alerts.ts';

const PAUSE_MS = 200;

type Result = {
  readonly query: string;
  readonly ids: ReadonlySet<string>;
  readonly failed: boolean;
};

const NONE: ReadonlySet<string> = new Set();

/** Searches the texts of all posts on the server, after a pause in typing. */
export function useBodySearch(typed: string) {
  const query = typed.trim();
  const [result, setResult] = useState<Result>({ query: '', ids: NONE, failed: false });
  const [attempt, setAttempt] = useState(0);
  const isFirst = useRef(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt repeats the search
  useEffect(() => {
    // A query that is in the URL already was not typed just now.
    const pause = isFirst.current ? 0 : PAUSE_MS;
    isFirst.current = false;
    if (query === '') return;
    const controller = new AbortController();
    const search = async () => {
      const { signal } = controller;
      try {
        const posts = await adminApi.searchPosts(query, signal);
        if (!signal.aborted)
          setResult({ query, ids: new Set(posts.map(({ id }) => id)), failed: false });
      } catch (error) {
        if (signal.aborted) return;
        logFailure(error);
        setResult({ query, ids: NONE, failed: true });
      }
    };
    const timer = setTimeout(search, pause);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query, attempt]);

  const isCurrent = result.query === query;
  return {
    found: isCurrent ? result.ids : NONE,
    isSearching: query !== '' && !isCurrent,
    failed: isCurrent && result.failed,
    retry() {
      setResult({ query: '', ids: NONE, failed: false });
      setAttempt((count) => count + 1);
    },
  };
}

export type BodySearch = ReturnType<typeof useBodySearch>;
