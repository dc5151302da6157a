import { type TrashListQuery, writeTrashCursor } from '@longhand/contract/list-query';
import type { Post, TrashedPost } from '@longhand/contract/posts';
import { privateSearchText, visibleText } from '@longhand/contract/search';
import type { Selectable } from 'kysely';
import type { Database, DatabaseTransaction, Tables } from '../database/tables.ts';
import { storeReferences } from '../database/upload-references.repository.ts';
import { cutPart, type ListPart } from '../http/list-part.ts';
import { BATCH_SIZE, readInBatches } from './batches.ts';
import { deletePostVersions } from './post-versions.repository.ts';
import type { PostRecord } from './posts.repository.ts';
import { deletePreviewLinks } from './preview-links.repository.ts';
import { releaseUnpublishedSlugs } from './slugs.repository.ts';
import {
  type OnCorrupt,
  readSnapshot,
  readSnapshotSummary,
  type Snapshot,
  summaryOf,
  tryToRead,
} from './snapshots.ts';
import { deleteWorkingCopy } from './working-copies.repository.ts';

export async function movePostToTrash(
  trx: DatabaseTransaction,
  post: Post & Pick<PostRecord, 'slug_chosen'>,
  deletedAt: string,
): Promise<void> {
  const { public_content } = await trx
    .selectFrom('posts')
    .select('public_content')
    .where('id', '=', post.id)
    .executeTakeFirstOrThrow();
  const visibleContent = visibleText(public_content);
  const snapshot = JSON.stringify(post);
  await trx
    .insertInto('trashed_posts')
    .values({
      post_id: post.id,
      deleted_at: deletedAt,
      summary: summaryOf(post),
      snapshot,
      search_text: privateSearchText({ ...post, visibleContent }),
    })
    .execute();
  await storeReferences(trx, { source: 'trashed_posts', id: post.id }, snapshot);
  await trx.deleteFrom('posts').where('id', '=', post.id).execute();
}

/** In batches: those without a search text. */
export function readUnsearchedTrash(db: Database) {
  return readInBatches(
    '',
    (after) =>
      db
        .selectFrom('trashed_posts')
        .select(['post_id', 'snapshot', 'deleted_at'])
        .where('search_text', 'is', null)
        .where('post_id', '>', after)
        .orderBy('post_id')
        .limit(BATCH_SIZE)
        .execute(),
    ({ post_id }) => post_id,
  );
}

export async function saveTrashSearchText(db: Database, id: string, text: string): Promise<void> {
  await db
    .updateTable('trashed_posts')
    .set({ search_text: text })
    .where('post_id', '=', id)
    // Restored and deleted again in the meantime.
    .where('search_text', 'is', null)
    .execute();
}

type SummaryRow = Pick<Selectable<Tables['trashed_posts']>, 'post_id' | 'deleted_at' | 'summary'>;

/** Without those whose summary cannot be read. */
function readSummaries(rows: readonly SummaryRow[], onCorrupt: OnCorrupt): TrashedPost[] {
  return rows.flatMap(({ post_id, deleted_at, summary }) => {
    const owner = { id: post_id, at: deleted_at };
    const post = tryToRead(() => readSnapshotSummary(summary, owner), onCorrupt);
    if (!post) return [];
    const { slug_chosen: _, ...listed } = post;
    return [{ ...listed, deleted_at }];
  });
}

export async function listTrashWithIds(
  db: Database,
  ids: readonly string[],
  onCorrupt: OnCorrupt,
): Promise<TrashedPost[]> {
  const rows = await db
    .selectFrom('trashed_posts')
    .select(['post_id', 'deleted_at', 'summary'])
    .where('post_id', 'in', ids)
    .execute();
  return readSummaries(rows, onCorrupt);
}

/** The latest deletion first, without those whose summary cannot be read. Reads no text. */
export async function listTrash(
  db: Database,
  { limit, cursor }: TrashListQuery,
  onCorrupt: OnCorrupt,
): Promise<ListPart<TrashedPost>> {
  const rows = await db
    .selectFrom('trashed_posts')
    .select(['post_id', 'deleted_at', 'summary'])
    .$if(cursor !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('deleted_at', 'post_id'),
          '<',
          tuple(cursor?.deletedAt ?? '', cursor?.id ?? ''),
        ),
      ),
    )
    .orderBy('deleted_at', 'desc')
    .orderBy('post_id', 'desc')
    .$if(limit !== undefined, (query) => query.limit(Number(limit) + 1))
    .execute();
  const part = cutPart(rows, limit, ({ deleted_at, post_id }) =>
    writeTrashCursor({ deletedAt: deleted_at, id: post_id }),
  );
  return { ...part, entries: readSummaries(part.entries, onCorrupt) };
}

/** A deleted post, and the text that it was read from. */
export type FoundInTrash = {
  readonly post: Snapshot;
  readonly text: string;
  readonly deletedAt: string;
};

/** Throws `CorruptSnapshot` for one that cannot be read. */
export async function findInTrash(db: Database, id: string): Promise<FoundInTrash | undefined> {
  const row = await db
    .selectFrom('trashed_posts')
    .select(['snapshot', 'deleted_at'])
    .where('post_id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { snapshot, deleted_at } = row;
  const post = readSnapshot(snapshot, { id, at: deleted_at });
  return { post, text: snapshot, deletedAt: deleted_at };
}

export async function isInTrash(db: Database, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('trashed_posts')
    .select('post_id')
    .where('post_id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** False if it is no longer in the trash, or has another content than when it was found. */
export async function removeFromTrash(
  trx: DatabaseTransaction,
  { post, text }: FoundInTrash,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('trashed_posts')
    .where('post_id', '=', post.id)
    .where('snapshot', '=', text)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Slugs that were public stay reserved, and idempotency keys are kept: they create no post again. */
async function deleteBelongings(trx: DatabaseTransaction, postId: string): Promise<void> {
  await deletePostVersions(trx, postId);
  await deleteWorkingCopy(trx, postId);
  await deletePreviewLinks(trx, postId);
  await releaseUnpublishedSlugs(trx, postId);
}

/** False if it is not in the trash. One that cannot be read is deleted, too. */
export async function deleteForGood(trx: DatabaseTransaction, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('trashed_posts')
    .where('post_id', '=', id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await deleteBelongings(trx, id);
  return true;
}

export async function purgeTrash(trx: DatabaseTransaction, before: string): Promise<number> {
  const purged = await trx
    .deleteFrom('trashed_posts')
    .where('deleted_at', '<', before)
    .returning('post_id')
    .execute();
  for (const { post_id } of purged) await deleteBelongings(trx, post_id);
  return purged.length;
}
