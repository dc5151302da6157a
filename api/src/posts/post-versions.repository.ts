import type { Post, PostVersion } from '@longhand/contract/posts';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import { type OnCorrupt, readSnapshot, tryToReadSnapshot } from './snapshots.ts';

export async function insertPostVersion(
  trx: DatabaseTransaction,
  post: Post,
  replacedAt: string,
): Promise<void> {
  await trx
    .insertInto('post_revisions')
    .values({
      post_id: post.id,
      version: post.version,
      snapshot: JSON.stringify(post),
      replaced_at: replacedAt,
    })
    .execute();
}

async function findSnapshot(db: Database, postId: string, version: number) {
  const row = await db
    .selectFrom('post_revisions')
    .select(['snapshot', 'replaced_at'])
    .where('post_id', '=', postId)
    .where('version', '=', version)
    .executeTakeFirst();
  return row && { text: row.snapshot, owner: { id: postId, version, at: row.replaced_at } };
}

/** Throws `CorruptSnapshot` for one that cannot be read. */
export async function findPostVersion(
  db: Database,
  postId: string,
  version: number,
): Promise<Post | undefined> {
  const found = await findSnapshot(db, postId, version);
  return found && readSnapshot(found.text, found.owner);
}

/** Newest first, without those that cannot be read. */
export async function listPostVersions(
  db: Database,
  postId: string,
  onCorrupt: OnCorrupt,
): Promise<PostVersion[]> {
  const rows = await db
    .selectFrom('post_revisions')
    .select(['version', 'replaced_at'])
    .where('post_id', '=', postId)
    .orderBy('version', 'desc')
    .execute();
  const versions: PostVersion[] = [];
  for (const row of rows) {
    // One query each: a hundred versions of a long post are never in memory together.
    const found = await findSnapshot(db, postId, row.version);
    const post = found && tryToReadSnapshot(found.text, found.owner, onCorrupt);
    if (!post) continue;
    const { title, published, updated_at } = post;
    versions.push({ ...row, title, published, saved_at: updated_at });
  }
  return versions;
}

export async function deletePostVersions(trx: DatabaseTransaction, postId: string): Promise<void> {
  await trx.deleteFrom('post_revisions').where('post_id', '=', postId).execute();
}
