import type { ListedPage } from '@longhand/contract/pages';
import { useEffect, useRef, useState } from 'react';
import { adminApi } from '../../api/admin-api.ts';
import { logFailure } from '../../ui/alerts.ts';
import { useDebouncedValue } from '../../ui/use-debounced-value.ts';
import { type LinkOption, linkOptions } from './link-options.ts';

const PAUSE_MS = 200;

type Result = { readonly query: string; readonly options: readonly LinkOption[] | 'failed' };

/** Searches posts and pages after a pause in typing. Until there is an answer, the last one is shown. */
export function useLinkSearch(query: string): readonly LinkOption[] | 'failed' | null {
  const wanted = useDebouncedValue(query, PAUSE_MS);
  const [result, setResult] = useState<Result | null>(null);
  const pages = useRef<readonly ListedPage[] | null>(null);

  useEffect(() => {
    if (wanted === '') return;
    const stop = new AbortController();
    const search = async () => {
      const { signal } = stop;
      const [posts, listed] = await Promise.all([
        adminApi.searchPosts(wanted, signal, true),
        pages.current ?? adminApi.listPageSummaries(signal),
      ]);
      pages.current = listed;
      return linkOptions({ posts, pages: listed }, wanted);
    };
    search().then(
      (options) => !stop.signal.aborted && setResult({ query: wanted, options }),
      (error) => {
        if (stop.signal.aborted) return;
        logFailure(error);
        setResult({ query: wanted, options: 'failed' });
      },
    );
    return () => stop.abort();
  }, [wanted]);

  return query === '' || !result ? null : result.options;
}
