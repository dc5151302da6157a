import type { Kysely } from 'kysely';

type Before = {
  pages: { id: string; slug: string };
  page_versions: { page_id: string; version: number; snapshot: string; replaced_at: string };
  trashed_pages: { page_id: string; summary: string };
  page_slugs: { slug: string; page_id: string };
};

/** Undefined if it is damaged. */
function slugIn(stored: string): string | undefined {
  try {
    const { slug } = JSON.parse(stored);
    return typeof slug === 'string' ? slug : undefined;
  } catch {
    return undefined;
  }
}

/** Addresses that pages had before this migration are in their versions. */
async function keepFormerSlugs(db: Kysely<Before>): Promise<void> {
  const pages = await db.selectFrom('pages').select(['id', 'slug']).execute();
  const current = new Map(pages.map(({ id, slug }) => [id, slug]));
  const taken = new Set(current.values());
  const trashed = await db.selectFrom('trashed_pages').select(['page_id', 'summary']).execute();
  for (const { page_id, summary } of trashed) current.set(page_id, slugIn(summary) ?? '');
  const versions = await db
    .selectFrom('page_versions')
    .select(['page_id', 'version'])
    .orderBy('replaced_at', 'desc')
    .execute();
  for (const { page_id, version } of versions) {
    // One query each: long texts are never in memory together.
    const { snapshot } = await db
      .selectFrom('page_versions')
      .select('snapshot')
      .where('page_id', '=', page_id)
      .where('version', '=', version)
      .executeTakeFirstOrThrow();
    const slug = slugIn(snapshot);
    if (slug === undefined || taken.has(slug) || slug === current.get(page_id)) continue;
    taken.add(slug);
    await db.insertInto('page_slugs').values({ slug, page_id }).execute();
  }
}

/** Addresses that pages had before, and the search texts of working copies and of the trash. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('page_slugs')
    .addColumn('slug', 'text', (column) => column.primaryKey())
    .addColumn('page_id', 'text', (column) => column.notNull())
    .execute();
  await keepFormerSlugs(db as Kysely<Before>);

  // Null until the next start: it is made of sanitised HTML.
  for (const table of ['working_copies', 'trashed_posts'])
    await db.schema.alterTable(table).addColumn('search_text', 'text').execute();
}
