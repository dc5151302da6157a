import type { Database, DatabaseTransaction } from '../database/tables.ts';

/** Addresses that pages had before, each with the id of its page. */
export async function listFormerSlugs(db: Database): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('page_slugs').selectAll().orderBy('slug').execute();
  return new Map(rows.map(({ slug, page_id }) => [slug, page_id]));
}

export async function moveSlug(
  trx: DatabaseTransaction,
  page_id: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await trx.insertInto('page_slugs').values({ slug: from, page_id }).execute();
  // The page may have had it before.
  await trx.deleteFrom('page_slugs').where('slug', '=', to).execute();
}

/** Unless another page has or had one. */
export async function keepFormerSlugs(
  trx: DatabaseTransaction,
  page_id: string,
  slugs: readonly string[],
): Promise<void> {
  for (const slug of slugs) {
    const page = await trx
      .selectFrom('pages')
      .select('id')
      .where('slug', '=', slug)
      .executeTakeFirst();
    if (page) continue;
    await trx
      .insertInto('page_slugs')
      .values({ slug, page_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Not those of pages in the trash. */
function redirects(db: Database) {
  return db
    .selectFrom('page_slugs')
    .innerJoin('pages', 'pages.id', 'page_slugs.page_id')
    .select(['page_slugs.slug as from', 'pages.slug as to']);
}

export function listRedirects(db: Database) {
  return redirects(db).orderBy('page_slugs.slug').execute();
}

/** The present slug of a page that had this one before. */
export async function findMovedSlug(db: Database, slug: string): Promise<string | undefined> {
  const row = await redirects(db).where('page_slugs.slug', '=', slug).executeTakeFirst();
  return row?.to;
}
