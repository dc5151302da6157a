import type { Database, Transaction } from '../database/tables.ts';

export type FormerSlugs = ReadonlyMap<
  string,
  { readonly pageId: string; readonly isInTrash: boolean }
>;

export async function listFormerSlugs(db: Database): Promise<FormerSlugs> {
  const rows = await db
    .selectFrom('page_slugs')
    .leftJoin('pages', 'pages.id', 'page_slugs.page_id')
    .select(['page_slugs.slug', 'page_slugs.page_id as pageId', 'pages.id as presentId'])
    .orderBy('page_slugs.slug')
    .execute();
  return new Map(
    rows.map(({ slug, pageId, presentId }) => [slug, { pageId, isInTrash: presentId === null }]),
  );
}

export async function moveSlug(
  trx: Transaction,
  page_id: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await trx.insertInto('page_slugs').values({ slug: from, page_id }).execute();
  // The page may have had this slug before.
  await trx.deleteFrom('page_slugs').where('slug', '=', to).execute();
}

export async function releaseFormerSlugs(trx: Transaction, page_id: string): Promise<void> {
  await trx.deleteFrom('page_slugs').where('page_id', '=', page_id).execute();
}

/** A slug that another page has or had is left out. */
export async function keepFormerSlugs(trx: Transaction, page_id: string, slugs: readonly string[]) {
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

/** Pages in the trash have no redirects. */
function redirects(db: Database) {
  return db
    .selectFrom('page_slugs')
    .innerJoin('pages', 'pages.id', 'page_slugs.page_id')
    .select(['page_slugs.slug as from', 'pages.slug as to']);
}

export function listRedirects(db: Database) {
  return redirects(db).orderBy('page_slugs.slug').execute();
}

export async function findMovedSlug(db: Database, slug: string): Promise<string | undefined> {
  const row = await redirects(db).where('page_slugs.slug', '=', slug).executeTakeFirst();
  return row?.to;
}
