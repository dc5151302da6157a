import { isReservedSlug } from '@longhand/contract/slug';
import { numberedSlug } from '@longhand/contract/slug-from-title';
import type { Database, DatabaseTransaction } from '../database/tables.ts';

async function takenByOthers(
  db: Database,
  slugs: readonly string[],
  postId: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('slugs')
    .select('slug')
    .where('slug', 'in', slugs)
    .where('post_id', '!=', postId)
    .execute();
  return new Set(rows.map((row) => row.slug));
}

/** All that posts have or had. */
export async function listSlugs(db: Database): Promise<Set<string>> {
  const rows = await db.selectFrom('slugs').select('slug').execute();
  return new Set(rows.map(({ slug }) => slug));
}

/** `base`, or the first of `base-2`, `base-3`, … that no other post has or had. */
export async function firstFreeSlug(db: Database, base: string, postId: string): Promise<string> {
  // Ten times more candidates each time: the ten thousandth post with one title takes four queries.
  for (let first = 1, count = 1; ; first += count, count = Math.min(count * 10, 10_000)) {
    const candidates = Array.from({ length: count }, (_, n) => numberedSlug(base, first + n));
    const taken = await takenByOthers(db, candidates, postId);
    const free = candidates.find((slug) => !taken.has(slug) && !isReservedSlug(slug));
    if (free !== undefined) return free;
  }
}

/** False if another post has or had it. */
export async function reserveSlug(
  trx: DatabaseTransaction,
  slug: string,
  postId: string,
): Promise<boolean> {
  if ((await takenByOthers(trx, [slug], postId)).size > 0) return false;
  await trx
    .insertInto('slugs')
    .values({ slug, post_id: postId, was_public: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

/** From now on the slug belongs to its post permanently. */
export async function markSlugPublic(trx: DatabaseTransaction, slug: string): Promise<void> {
  await trx.updateTable('slugs').set({ was_public: 1 }).where('slug', '=', slug).execute();
}

/** Whether the public has ever seen the post: a draft may have a date before it is published. */
export async function wasPublic(db: Database, postId: string): Promise<boolean> {
  const row = await db
    .selectFrom('slugs')
    .select('slug')
    .where('post_id', '=', postId)
    .where('was_public', '=', 1)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Releases slugs that were never public, except the one in use. */
export async function releaseUnpublishedSlugs(
  trx: DatabaseTransaction,
  postId: string,
  inUse = '',
): Promise<void> {
  await trx
    .deleteFrom('slugs')
    .where('post_id', '=', postId)
    .where('was_public', '=', 0)
    .where('slug', '!=', inUse)
    .execute();
}
