import { TRASH_DAYS } from '@longhand/contract/limits';
import type { Post, WholeTrashedPost } from '@longhand/contract/posts';
import { type Clock, daysBefore } from '../clock.ts';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { ProblemError } from '../http/problem.ts';
import type { PostRenderer } from './post-renderer.ts';
import { findPost, insertPost, isSlugChosen } from './posts.repository.ts';
import { noSuchPost, toSavedPost } from './prepare-post.ts';
import { restoreDates } from './publishing-dates.ts';
import type { RenderedPost } from './rendering/render.ts';
import { explainCorruptSnapshot } from './snapshots.ts';
import { canonicalTags } from './tags.repository.ts';
import {
  deleteForGood,
  type FoundInTrash,
  findInTrash,
  movePostToTrash,
  purgeTrash,
  removeFromTrash,
} from './trash.repository.ts';

function notInTrash(): ProblemError {
  return new ProblemError('not-found', 'There is no post with this id in the trash.');
}

async function find(db: Database, id: string): Promise<FoundInTrash> {
  const found = await findInTrash(db, id).catch((error) => {
    throw explainCorruptSnapshot(error, 'The copy of this post in the trash');
  });
  if (!found) throw notInTrash();
  return found;
}

/** False if there is no such post. */
export async function moveToTrash(
  trx: DatabaseTransaction,
  id: string,
  deletedAt: string,
): Promise<boolean> {
  const post = await findPost(trx, id);
  if (!post) return false;
  const slug_chosen = await isSlugChosen(trx, id);
  await movePostToTrash(trx, { ...post, slug_chosen }, deletedAt);
  return true;
}

/** False if this copy is no longer in the trash: restored, or deleted again, by another request. */
async function restoreFrom(
  trx: DatabaseTransaction,
  found: FoundInTrash,
  rendered: RenderedPost,
): Promise<boolean> {
  if (!(await removeFromTrash(trx, found))) return false;
  found.post.tags = await canonicalTags(trx, found.post.tags, found.post.id);
  await insertPost(trx, found.post, rendered);
  return true;
}

export function createTrash(db: Database, clock: Clock, { renderStored }: PostRenderer) {
  return {
    async delete(id: string): Promise<void> {
      const now = clock().toISOString();
      if (!(await inTransaction(db, (trx) => moveToTrash(trx, id, now)))) throw noSuchPost();
    },

    async findDeleted(id: string): Promise<WholeTrashedPost> {
      const { post, deletedAt } = await find(db, id);
      const { slug_chosen: _, ...rest } = post;
      return { ...rest, deleted_at: deletedAt };
    },

    /** Undoes a deletion; not a change of the post, so its version and dates stay. */
    async restore(id: string): Promise<Post> {
      for (;;) {
        const found = await find(db, id);
        Object.assign(found.post, restoreDates(found.post, clock().toISOString()));
        // Rendered before the transaction, which blocks other writers.
        const rendered = await renderStored(found.post);
        const isRestored = await inTransaction(db, (trx) => restoreFrom(trx, found, rendered));
        if (isRestored) return toSavedPost(found.post, rendered);
      }
    },

    async deleteForGood(id: string): Promise<void> {
      const isDeleted = await inTransaction(db, (trx) => deleteForGood(trx, id));
      if (!isDeleted) throw notInTrash();
    },

    purgeTrash: () =>
      inTransaction(db, (trx) => purgeTrash(trx, daysBefore(clock(), TRASH_DAYS).toISOString())),
  };
}
