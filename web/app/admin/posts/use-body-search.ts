import { useEffect, useRef, useState } from 'react';
import { adminApi } from '../api/admin-api.ts';
import { type Found, NOTHING_FOUND } from '../post-list/post-list.ts';
import { logFailure } from '../ui/alerts.ts';

const PAUSE_MS = 200;

type Result = {
  readonly query: string;
  readonly found: Found;
  readonly failed: boolean;
};

const NO_RESULT: Result = { query: '', found: NOTHING_FOUND, failed: false };

async function search(query: string, signal: AbortSignal): Promise<Found> {
  const [posts, copies, trash] = await Promise.all([
    adminApi.searchPosts(query, signal),
    adminApi.searchWorkingCopies(query, signal),
    adminApi.searchTrash(query, signal),
  ]);
  return {
    inText: new Set([...posts, ...trash].map(({ id }) => id)),
    inChanges: new Set(copies.map(({ id, post_id }) => post_id ?? id)),
  };
}

export function useBodySearch(typed: string) {
  const query = typed.trim();
  const [result, setResult] = useState(NO_RESULT);
  const [attempt, setAttempt] = useState(0);
  const isFirst = useRef(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt repeats the search
  useEffect(() => {
    // A query that is already in the URL was not just typed.
    const pause = isFirst.current ? 0 : PAUSE_MS;
    isFirst.current = false;
    if (query === '') return;
    const controller = new AbortController();
    const { signal } = controller;
    const show = async () => {
      try {
        const found = await search(query, signal);
        if (!signal.aborted) setResult({ query, found, failed: false });
      } catch (error) {
        if (signal.aborted) return;
        logFailure(error);
        setResult({ query, found: NOTHING_FOUND, failed: true });
      }
    };
    const timer = setTimeout(show, pause);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query, attempt]);

  const isCurrent = result.query === query;
  return {
    found: isCurrent ? result.found : NOTHING_FOUND,
    isSearching: query !== '' && !isCurrent,
    failed: isCurrent && result.failed,
    retry() {
      setResult(NO_RESULT);
      setAttempt((count) => count + 1);
    },
  };
}

export type BodySearch = ReturnType<typeof useBodySearch>;
