import type { Post, TrashedPost } from '@longhand/contract/posts';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import type { WrittenPost } from './posts.repository.ts';
import { deleteRevisions } from './revisions.repository.ts';
import { releaseUnseenSlugs } from './slugs.repository.ts';

export async function movePostToTrash(
  trx: DatabaseTransaction,
  post: Post & Pick<WrittenPost, 'slug_chosen'>,
  deletedAt: string,
): Promise<void> {
  await trx
    .insertInto('trashed_posts')
    .values({ post_id: post.id, snapshot: JSON.stringify(post), deleted_at: deletedAt })
    .execute();
  await trx.deleteFrom('posts').where('id', '=', post.id).execute();
}

/** What can be restored, the latest deletion first. */
export async function listTrash(db: Database): Promise<TrashedPost[]> {
  const rows = await db
    .selectFrom('trashed_posts')
    .select(['snapshot', 'deleted_at'])
    .orderBy('deleted_at', 'desc')
    .orderBy('post_id', 'desc')
    .execute();
  return rows.map(({ snapshot, deleted_at }) => {
    const { content: _, slug_chosen: __, ...summary } = JSON.parse(snapshot);
    return { ...summary, deleted_at };
  });
}

export async function findInTrash(db: Database, id: string): Promise<WrittenPost | undefined> {
  const row = await db
    .selectFrom('trashed_posts')
    .select('snapshot')
    .where('post_id', '=', id)
    .executeTakeFirst();
  // Posts that were deleted by the first version of the software do not say who chose their slug.
  return row && { slug_chosen: false, ...JSON.parse(row.snapshot) };
}

/** False where somebody else has taken it out already. */
export async function removeFromTrash(trx: DatabaseTransaction, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('trashed_posts')
    .where('post_id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes for good what was deleted before `before`; slugs that the public has seen stay taken. */
export async function purgeTrash(trx: DatabaseTransaction, before: string): Promise<void> {
  const purged = await trx
    .deleteFrom('trashed_posts')
    .where('deleted_at', '<', before)
    .returning('post_id')
    .execute();
  for (const { post_id } of purged) {
    await deleteRevisions(trx, post_id);
    await releaseUnseenSlugs(trx, post_id);
  }
}
