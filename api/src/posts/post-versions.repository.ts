import type { VersionListQuery } from '@longhand/contract/list-query';
import type { Post, PostVersion } from '@longhand/contract/posts';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import { storeReferences } from '../database/upload-references.repository.ts';
import { cutPart, type ListPart } from '../http/list-part.ts';
import { BATCH_SIZE, readInBatches } from './batches.ts';
import { type OnCorrupt, readSnapshot, unreadable } from './snapshots.ts';
import type { StoredVersion } from './thin-versions.ts';

export async function insertPostVersion(
  trx: DatabaseTransaction,
  post: Post,
  replacedAt: string,
): Promise<void> {
  const snapshot = JSON.stringify(post);
  await trx
    .insertInto('post_revisions')
    .values({
      post_id: post.id,
      version: post.version,
      title: post.title,
      published: post.published ? 1 : 0,
      saved_at: post.updated_at,
      replaced_at: replacedAt,
      snapshot,
    })
    .execute();
  const { id, version } = post;
  await storeReferences(trx, { source: 'post_revisions', id, version }, snapshot);
}

/** Throws `CorruptSnapshot` for one that cannot be read. */
export async function findPostVersion(
  db: Database,
  postId: string,
  version: number,
): Promise<Post | undefined> {
  const row = await db
    .selectFrom('post_revisions')
    .select(['snapshot', 'replaced_at'])
    .where('post_id', '=', postId)
    .where('version', '=', version)
    .executeTakeFirst();
  return row && readSnapshot(row.snapshot, { id: postId, version, at: row.replaced_at });
}

/** Newest first, without those that could not be read when they got their columns. Reads no text. */
export async function listPostVersions(
  db: Database,
  postId: string,
  { limit, cursor }: VersionListQuery,
  onCorrupt: OnCorrupt,
): Promise<ListPart<PostVersion>> {
  const rows = await db
    .selectFrom('post_revisions')
    .select(['version', 'title', 'published', 'saved_at', 'replaced_at'])
    .where('post_id', '=', postId)
    .$if(cursor !== undefined, (query) => query.where('version', '<', Number(cursor)))
    .orderBy('version', 'desc')
    .$if(limit !== undefined, (query) => query.limit(Number(limit) + 1))
    .execute();
  const part = cutPart(rows, limit, ({ version }) => String(version));
  const entries = part.entries.flatMap(({ title, published, ...row }) => {
    if (title !== null) return [{ ...row, title, published: published === 1 }];
    onCorrupt(unreadable({ id: postId, version: row.version }, 'it could not be listed'));
    return [];
  });
  return { ...part, entries };
}

/** In batches; those saved before a time. */
export function readVersionsBefore(db: Database, before: string) {
  return readInBatches(
    { id: '', version: 0, saved_at: '' },
    ({ id, version }) =>
      db
        .selectFrom('post_revisions')
        .select(['post_id as id', 'version', 'saved_at'])
        .where(({ eb, refTuple, tuple }) =>
          eb(refTuple('post_id', 'version'), '>', tuple(id, version)),
        )
        .where('saved_at', '<', before)
        .orderBy('post_id')
        .orderBy('version')
        .limit(BATCH_SIZE)
        .execute(),
    (row) => row,
  );
}

export async function deleteVersions(
  trx: DatabaseTransaction,
  versions: readonly StoredVersion[],
): Promise<void> {
  for (const { id, version } of versions)
    await trx
      .deleteFrom('post_revisions')
      .where('post_id', '=', id)
      .where('version', '=', version)
      .execute();
}

export async function deletePostVersions(trx: DatabaseTransaction, postId: string): Promise<void> {
  await trx.deleteFrom('post_revisions').where('post_id', '=', postId).execute();
}
