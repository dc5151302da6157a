import type { Placement } from '@longhand/contract/page-addresses';
import type { PageSummary } from '@longhand/contract/pages';
import type { Database } from '../database/tables.ts';
import { DEFAULT_PAGES } from './default-pages.ts';
import type { StoredPage } from './stored-page.ts';

const SUMMARY_COLUMNS = ['slug', 'title', 'placement', 'position', 'updated_at'] as const;
const OTHER_COLUMNS = ['id', 'meta_description', 'created_at', 'version'] as const;
const WRITTEN_COLUMNS = [...SUMMARY_COLUMNS, ...OTHER_COLUMNS, 'content'] as const;
const PUBLIC_COLUMNS = [...SUMMARY_COLUMNS, ...OTHER_COLUMNS, 'public_content as content'] as const;

/** The schemas let no other placement in. */
function toPage<Row extends { placement: string }>(row: Row) {
  return { ...row, placement: row.placement as Placement };
}

/** With About and Contact, by position. */
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

export async function listSummaries(db: Database): Promise<PageSummary[]> {
  const rows = await db.selectFrom('pages').select(SUMMARY_COLUMNS).orderBy('id').execute();
  return complete<PageSummary>(rows.map(toPage), DEFAULT_PAGES);
}

export async function findPage(db: Database, id: string): Promise<StoredPage | undefined> {
  const row = await db
    .selectFrom('pages')
    .select(WRITTEN_COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? toPage(row) : DEFAULT_PAGES.find((page) => page.id === id);
}

/** With the content that visitors get. */
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
