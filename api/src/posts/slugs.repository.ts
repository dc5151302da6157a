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

/** `base`, or the first of `base-2`, `base-3`, … that no other post has or had. */
export async function firstFreeSlug(db: Database, base: string, postId: string): Promise<string> {
  // Looks ahead ten times further each time: the ten thousandth post of one title takes four looks.
  for (let first = 1, count = 1; ; first += count, count = Math.min(count * 10, 10_000)) {
    const candidates = Array.from({ length: count }, (_, n) => numberedSlug(base, first + n));
    const taken = await takenByOthers(db, candidates, postId);
    const free = candidates.find((slug) => !taken.has(slug) && !isReservedSlug(slug));
    if (free !== undefined) return free;
  }
}

/** Takes a slug for a post; false where another post has or had it. */
export async function takeSlug(
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

/** From now on the slug belongs to its post for ever. */
export async function markSlugPublic(trx: DatabaseTransaction, slug: string): Promise<void> {
  await trx.updateTable('slugs').set({ was_public: 1 }).where('slug', '=', slug).execute();
}

/** Gives back what nobody but the administrator ever saw, except the slug that stays in use. */
export async function releaseUnseenSlugs(
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
