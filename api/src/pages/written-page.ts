import type { Page } from '@longhand/contract/pages';
import { defaultTextOf, type SiteWords } from './default-pages.ts';
import type { StoredPage } from './stored-page.ts';

/** As its owner sees it. */
export function toWrittenPage(stored: StoredPage, site: SiteWords): Page {
  const defaults = defaultTextOf(stored.id, site);
  return {
    ...stored,
    content: stored.content ?? defaults?.content ?? '',
    meta_description: stored.meta_description ?? defaults?.meta_description ?? null,
    is_default: defaults !== undefined && stored.content === null,
  };
}
