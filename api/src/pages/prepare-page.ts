import { RESERVED_SLUG } from '@longhand/contract/limits';
import { isReservedSlug, MAX_PAGES, MAX_POSITION } from '@longhand/contract/pages/page-addresses';
import type { NewPageInput, PageInput, PageSummary } from '@longhand/contract/pages/pages';
import { numberedSlug, slugFromTitle } from '@longhand/contract/text/slug-from-title';
import type { Database, Transaction } from '../database/tables.ts';
import type { StoredPage } from '../documents/document-kinds.ts';
import { invalidDocument } from '../documents/document-problems.ts';
import { findVersionFloors } from '../documents/version-numbers.ts';
import { ProblemError } from '../http/problem.ts';
import { builtInPageOf, defaultTextOf, type SiteWords } from './default-pages.ts';
import { type FormerSlugs, listFormerSlugs } from './page-slugs.repository.ts';
import { type DatedPage, listSummaries } from './pages.repository.ts';

type OtherPages = {
  readonly pages: readonly PageSummary[];
  readonly former: FormerSlugs;
};

export async function listOthers(db: Database): Promise<OtherPages> {
  return { pages: await listSummaries(db), former: await listFormerSlugs(db) };
}

/** Fails if one more page would be too many. */
export async function listForOneMore(trx: Transaction): Promise<OtherPages> {
  const others = await listOthers(trx);
  if (others.pages.length >= MAX_PAGES)
    throw new ProblemError(
      'invalid-input',
      `You have reached the limit of ${MAX_PAGES} pages. Delete one that you no longer need first.`,
    );
  return others;
}

/** Says why the page with this id, or a new one, cannot have the address. */
function slugProblem(slug: string, { pages, former }: OtherPages, id?: string): string | null {
  if (isReservedSlug(slug)) return RESERVED_SLUG;
  if (pages.some((page) => page.slug === slug)) return 'belongs to another page';
  const owner = former.get(slug);
  if (!owner || owner.pageId === id) return null;
  return owner.isInTrash
    ? 'is a former address of a page in the trash, and is available once that page is deleted for good'
    : 'is a former address of another page, and redirects to it';
}

/** `base`, or the first of `base-2`, `base-3`, … that no page has. */
export function firstFreeSlug(base: string, others: OtherPages): string {
  // A number would not help: icon-2 can be a file of the site, too.
  const start = isReservedSlug(base) ? `${base}-page` : base;
  for (let number = 1; ; number += 1) {
    const slug = numberedSlug(start, number);
    if (slugProblem(slug, others) === null) return slug;
  }
}

function chooseSlug({ slug, title }: NewPageInput, others: OtherPages): string {
  if (slug === undefined) return firstFreeSlug(slugFromTitle(title) || 'page', others);
  const problem = slugProblem(slug, others);
  if (problem !== null) throw invalidDocument('page', 'slug', problem);
  return slug;
}

function lastPosition({ pages }: OtherPages): number {
  return Math.min(Math.max(...pages.map(({ position }) => position)) + 1, MAX_POSITION);
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

type PageChanges = Partial<StoredPage>;

/** A text that equals the default stays the default, which follows the site's name. */
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

/** A change of these fields makes a version; one of where the page is linked does not. */
const WORDS = ['slug', 'title', 'content', 'meta_description'] as const;

export function hasSameWords(current: StoredPage, changes: PageChanges): boolean {
  return WORDS.every((field) => changes[field] === undefined || changes[field] === current[field]);
}

/** Moving a page changes neither its version and history nor its dates. */
export function applyPlace(current: StoredPage, changes: PageChanges, now: string): DatedPage {
  const { placement = current.placement, position = current.position } = changes;
  const dates = { created_at: current.created_at ?? now, updated_at: current.updated_at ?? now };
  return { ...current, ...dates, placement, position };
}

export async function applyChanges(
  trx: Transaction,
  current: StoredPage,
  changes: PageChanges,
  now: string,
): Promise<DatedPage> {
  const { slug } = changes;
  if (slug !== undefined && slug !== current.slug) {
    if (builtInPageOf(current.id))
      throw invalidDocument('page', 'slug', 'of this page cannot be changed');
    const problem = slugProblem(slug, await listOthers(trx), current.id);
    if (problem !== null) throw invalidDocument('page', 'slug', problem);
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
