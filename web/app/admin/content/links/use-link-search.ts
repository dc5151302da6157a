import type { ListedPage } from '@longhand/contract/pages';
import { useRef } from 'react';
import { adminApi } from '../../api/admin-api.ts';
import { useOptionSearch } from '../../ui/use-option-search.ts';
import { type LinkOption, linkOptions } from './link-options.ts';

/** Posts and pages. */
export function useLinkSearch(query: string): readonly LinkOption[] | 'failed' | null {
  const pages = useRef<readonly ListedPage[] | null>(null);
  return useOptionSearch(query, async (text, signal) => {
    const [posts, listed] = await Promise.all([
      adminApi.searchPosts(text, signal, true),
      pages.current ?? adminApi.listPageSummaries(signal),
    ]);
    pages.current = listed;
    return linkOptions({ posts, pages: listed }, text);
  });
}
