import type { Placement } from '@longhand/contract/pages/page-addresses';
import type { PageSummary } from '@longhand/contract/pages/pages';
import { isFound } from '../database/results.ts';
import type { Database, Transaction } from '../database/tables.ts';
import { storeReferences } from '../database/upload-references.repository.ts';
import { PAGES, type StoredPage } from '../documents/document-kinds.ts';
import { insertVersion } from '../documents/versions.repository.ts';
import { DEFAULT_PAGES } from './default-pages.ts';
import { moveSlug } from './page-slugs.repository.ts';

const SUMMARY_COLUMNS = ['slug', 'title', 'placement', 'position', 'updated_at'] as const;
const OTHER_COLUMNS = ['id', 'meta_description', 'created_at', 'version'] as const;
const WRITTEN_COLUMNS = [...SUMMARY_COLUMNS, ...OTHER_COLUMNS, 'content'] as const;
const PUBLIC_COLUMNS = [...SUMMARY_COLUMNS, ...OTHER_COLUMNS, 'public_content as content'] as const;

export type RenderedPage = { readonly public_content: string | null; readonly rendering: number };

/** A default text is rendered when it is read, because it contains the site's name. */
export const RENDERED_WHEN_READ: RenderedPage = { public_content: null, rendering: 0 };

export type DatedPage = StoredPage & { readonly created_at: string; readonly updated_at: string };

/** The schemas let no other placement in. */
function toPage<Row extends { placement: string }>(row: Row) {
  return { ...row, placement: row.placement as Placement };
}

/** Adds About and Contact if they have no row. Sorted by position. */
function complete<Page extends PageSummary>(pages: readonly Page[], defaults: readonly Page[]) {
  const missing = defaults.filter(({ slug }) => !pages.some((page) => page.slug === slug));
  return [...pages, ...missing].toSorted(
    (a, b) => a.position - b.position || a.title.localeCompare(b.title, 'en'),
  );
}

export async function listPages(db: Database): Promise<StoredPage[]> {
  const rows = await db.selectFrom('pages').select(WRITTEN_COLUMNS).orderBy('id').execute();
  return complete(rows.map(toPage), DEFAULT_PAGES);
}

type StoredSummary = PageSummary & { readonly hasDefaultText: boolean };

export async function listSummaries(db: Database): Promise<StoredSummary[]> {
  const rows = await db
    .selectFrom('pages')
    .select(SUMMARY_COLUMNS)
    .select(({ eb }) => eb('content', 'is', null).as('hasDefaultText'))
    .orderBy('id')
    .execute();
  const stored = rows.map((row) => ({
    ...toPage(row),
    hasDefaultText: Boolean(row.hasDefaultText),
  }));
  const defaults = DEFAULT_PAGES.map((page) => ({ ...page, hasDefaultText: true }));
  return complete<StoredSummary>(stored, defaults);
}

export async function findPage(db: Database, id: string): Promise<StoredPage | undefined> {
  const row = await db
    .selectFrom('pages')
    .select(WRITTEN_COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? toPage(row) : DEFAULT_PAGES.find((page) => page.id === id);
}

export async function pageExists(db: Database, id: string): Promise<boolean> {
  if (DEFAULT_PAGES.some((page) => page.id === id)) return true;
  return db.selectFrom('pages').select('id').where('id', '=', id).$call(isFound);
}

export async function findPageAsPublic(
  db: Database,
  slug: string,
): Promise<StoredPage | undefined> {
  const row = await db
    .selectFrom('pages')
    .select(PUBLIC_COLUMNS)
    .where('slug', '=', slug)
    .executeTakeFirst();
  return row ? toPage(row) : DEFAULT_PAGES.find((page) => page.slug === slug);
}

function storePageReferences(
  trx: Transaction,
  { id, content }: Pick<StoredPage, 'id' | 'content'>,
  { public_content }: RenderedPage,
): Promise<void> {
  const text = [content ?? '', public_content ?? ''].join('\n');
  return storeReferences(trx, { source: 'pages', id }, text);
}

export async function insertPage(trx: Transaction, page: DatedPage, rendered: RenderedPage) {
  await trx
    .insertInto('pages')
    .values({ ...page, ...rendered })
    .execute();
  await storePageReferences(trx, page, rendered);
}

/** Without `rendered`, the content stays the same. */
export async function updatePage(trx: Transaction, page: DatedPage, rendered?: RenderedPage) {
  const { id, ...columns } = page;
  const { numUpdatedRows } = await trx
    .updateTable('pages')
    .set({ ...columns, ...rendered })
    .where('id', '=', id)
    .executeTakeFirst();
  // This is the first change of About or Contact.
  if (numUpdatedRows === 0n) await insertPage(trx, page, rendered ?? RENDERED_WHEN_READ);
  else if (rendered) await storePageReferences(trx, page, rendered);
}

/** Stores `current` as a version, and its address if that has changed. */
export async function replacePage(
  trx: Transaction,
  current: StoredPage,
  page: DatedPage,
  rendered: RenderedPage | undefined,
): Promise<void> {
  await insertVersion(trx, PAGES, current, page.updated_at);
  if (page.slug !== current.slug)
    await moveSlug(trx, page.id, { from: current.slug, to: page.slug });
  await updatePage(trx, page, rendered);
}

/** Pages with their default text are left out. */
export async function listOutdatedPages(db: Database, rendering: number): Promise<StoredPage[]> {
  const rows = await db
    .selectFrom('pages')
    .select(WRITTEN_COLUMNS)
    .where('rendering', '<', rendering)
    .where('content', 'is not', null)
    .execute();
  return rows.map(toPage);
}

export async function saveRendered(trx: Transaction, page: StoredPage, rendered: RenderedPage) {
  // A version saved in the meantime was rendered when it was saved.
  const { numUpdatedRows } = await trx
    .updateTable('pages')
    .set(rendered)
    .where('id', '=', page.id)
    .where('version', '=', page.version)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await storePageReferences(trx, page, rendered);
}

/** Reads only whether a page has content, not the content. */
export function readPageRows(db: Database) {
  return db
    .selectFrom('pages')
    .select(['id', 'slug', 'placement'])
    .select(({ eb }) => [
      eb('content', 'is', null).as('has_default_text'),
      eb('public_content', 'is', null).as('is_rendered_when_read'),
    ])
    .orderBy('id')
    .execute();
}
