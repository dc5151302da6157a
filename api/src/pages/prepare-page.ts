import { isReservedSlug, MAX_PAGES, MAX_POSITION } from '@longhand/contract/page-addresses';
import {
  type NewPageInput,
  type PageInput,
  type PageSummary,
  RESERVED_SLUG,
} from '@longhand/contract/pages';
import { numberedSlug, slugFromTitle } from '@longhand/contract/slug-from-title';
import type { DatabaseTransaction } from '../database/tables.ts';
import { findVersionFloors } from '../database/version-floors.ts';
import { builtInPageOf, defaultTextOf, type SiteWords } from './default-pages.ts';
import { invalidPage, tooManyPages } from './page-problems.ts';
import { type DatedPage, listSummaries } from './pages.repository.ts';
import type { StoredPage } from './stored-page.ts';

type OtherPages = readonly PageSummary[];

/** Fails if one more would be too many. */
export async function listForOneMore(trx: DatabaseTransaction): Promise<OtherPages> {
  const others = await listSummaries(trx);
  if (others.length >= MAX_PAGES) throw tooManyPages();
  return others;
}

function isTaken(slug: string, others: OtherPages): boolean {
  return others.some((page) => page.slug === slug);
}

/** `base`, or the first of `base-2`, `base-3`, … that no page has. */
export function firstFreeSlug(base: string, others: OtherPages): string {
  // A number would not help: icon-2 can be a file of the site, too.
  const start = isReservedSlug(base) ? `${base}-page` : base;
  for (let number = 1; ; number += 1) {
    const slug = numberedSlug(start, number);
    if (!isTaken(slug, others) && !isReservedSlug(slug)) return slug;
  }
}

function chooseSlug({ slug, title }: NewPageInput, others: OtherPages): string {
  if (slug === undefined) return firstFreeSlug(slugFromTitle(title) || 'page', others);
  if (isReservedSlug(slug)) throw invalidPage('slug', RESERVED_SLUG);
  if (isTaken(slug, others)) throw invalidPage('slug', 'belongs to another page');
  return slug;
}

function lastPosition(others: OtherPages): number {
  return Math.min(Math.max(...others.map(({ position }) => position)) + 1, MAX_POSITION);
}

export function prepareNewPage(
  id: string,
  input: NewPageInput,
  others: OtherPages,
  now: string,
): DatedPage {
  return {
    id,
    slug: chooseSlug(input, others),
    title: input.title,
    content: input.content,
    meta_description: input.meta_description?.trim() || null,
    placement: input.placement ?? 'none',
    position: input.position ?? lastPosition(others),
    created_at: now,
    updated_at: now,
    version: 1,
  };
}

export type PageChanges = Partial<StoredPage>;

/** As it is stored: what equals the default text stays the default, which follows the site's name. */
export function toChanges(id: string, input: PageInput, site: SiteWords): PageChanges {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const changes: PageChanges = Object.fromEntries(given);
  const defaults = defaultTextOf(id, site);
  if (defaults && input.content === defaults.content) changes.content = null;
  if (input.meta_description !== undefined) {
    const written = input.meta_description?.trim() || null;
    changes.meta_description = written === defaults?.meta_description ? null : written;
  }
  return changes;
}

export async function applyChanges(
  trx: DatabaseTransaction,
  current: StoredPage,
  changes: PageChanges,
  now: string,
): Promise<DatedPage> {
  const { slug } = changes;
  if (slug !== undefined && slug !== current.slug) {
    if (builtInPageOf(current.id)) throw invalidPage('slug', 'of this page cannot be changed');
    if (isReservedSlug(slug)) throw invalidPage('slug', RESERVED_SLUG);
    if (isTaken(slug, await listSummaries(trx)))
      throw invalidPage('slug', 'belongs to another page');
  }
  const floor = (await findVersionFloors(trx)).at(-1) ?? 0;
  return {
    ...current,
    ...changes,
    created_at: current.created_at ?? now,
    updated_at: now,
    version: Math.max(current.version + 1, floor),
  };
}
