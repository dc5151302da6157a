import type { LinkTarget } from '@longhand/contract/posts/post-lists';
import { isReservedSlug } from '@longhand/contract/text/slug';
import { numberedSlug } from '@longhand/contract/text/slug-from-title';
import { sql } from 'kysely';
import { isFound } from '../database/results.ts';
import type { Database, Transaction } from '../database/tables.ts';
import { documentPath } from '../documents/document-kinds.ts';

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

/** Includes the slugs that posts had before. */
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

export async function findSlugOwner(
  db: Database,
  slug: string,
): Promise<'present' | 'in-trash' | 'deleted-for-good'> {
  const row = await db
    .selectFrom('slugs')
    .leftJoin('posts', 'posts.id', 'slugs.post_id')
    .leftJoin('trashed_posts', 'trashed_posts.post_id', 'slugs.post_id')
    .select(['posts.id as present', 'trashed_posts.post_id as trashed'])
    .where('slugs.slug', '=', slug)
    .executeTakeFirst();
  if (row?.present) return 'present';
  return row?.trashed ? 'in-trash' : 'deleted-for-good';
}

/** A redirect is not used while a post, also a draft, has or had its address. */
export function anyHidesRedirect(db: Database, slugs: readonly string[]): Promise<boolean> {
  const paths = slugs.map((slug) => documentPath('post', slug));
  return db
    .selectFrom('redirects')
    .select('from_path')
    .where('from_path', 'in', paths)
    .$call(isFound);
}

/** With any address that the post has or had. */
export function postHidesRedirect(db: Database, postId: string): Promise<boolean> {
  const postPath = sql<string>`'/blog/' || slugs.slug`;
  return db
    .selectFrom('slugs')
    .innerJoin('redirects', (join) => join.on('redirects.from_path', '=', postPath))
    .select('redirects.from_path')
    .where('slugs.post_id', '=', postId)
    .$call(isFound);
}

/** False if another post has or had it. */
export async function reserveSlug(
  trx: Transaction,
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
export async function markSlugPublic(trx: Transaction, slug: string): Promise<void> {
  await trx.updateTable('slugs').set({ was_public: 1 }).where('slug', '=', slug).execute();
}

/** Whether the public has ever seen the post: a draft may have a date before it is published. */
export function wasPublic(db: Database, postId: string): Promise<boolean> {
  return db
    .selectFrom('slugs')
    .select('slug')
    .where('post_id', '=', postId)
    .where('was_public', '=', 1)
    .limit(1)
    .$call(isFound);
}

export async function releaseUnpublishedSlugs(trx: Transaction, postId: string, inUse = '') {
  await trx
    .deleteFrom('slugs')
    .where('post_id', '=', postId)
    .where('was_public', '=', 0)
    .where('slug', '!=', inUse)
    .execute();
}

/** Includes drafts. Slugs that lead to no post are left out. */
export async function findLinkTargets(
  db: Database,
  slugs: readonly string[],
): Promise<LinkTarget[]> {
  const rows = await db
    .selectFrom('slugs')
    .innerJoin('posts', 'posts.id', 'slugs.post_id')
    .select(['slugs.slug', 'posts.title', 'posts.published', 'posts.publish_at'])
    .where('slugs.slug', 'in', slugs)
    .orderBy('slugs.slug')
    .execute();
  return rows.map((row) => ({ ...row, published: row.published === 1 }));
}
