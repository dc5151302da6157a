import type { Page } from '@longhand/contract/pages';
import type { StoredPage } from '../documents/document-kinds.ts';
import { defaultTextOf, type SiteWords, shownTitle } from './default-pages.ts';

/** As its owner sees it. */
export function toWrittenPage(stored: StoredPage, site: SiteWords): Page {
  const defaults = defaultTextOf(stored.id, site);
  const isDefault = defaults !== undefined && stored.content === null;
  return {
    ...stored,
    content: stored.content ?? defaults?.content ?? '',
    meta_description: stored.meta_description ?? defaults?.meta_description ?? null,
    title: isDefault ? shownTitle(stored, site) : stored.title,
    is_default: isDefault,
  };
}
