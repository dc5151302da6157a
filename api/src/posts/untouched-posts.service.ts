import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { movePostToTrash } from './trash/trash.service.ts';
import { hasOtherPosts, listTouched, type WrittenPost } from './untouched-posts.repository.ts';

export type { WrittenPost } from './untouched-posts.repository.ts';

/** Untouched posts are those that nobody has changed since the software wrote them. */
export function createUntouchedPosts(db: Database, clock: Clock) {
  return {
    /** Posts of the owner are all others, and changed ones. */
    async compareWritten(written: readonly WrittenPost[]) {
      const posts = await listTouched(db, written);
      return {
        hasUntouched: posts.some(({ isTouched }) => !isTouched),
        hasOwn: posts.some(({ isTouched }) => isTouched) || (await hasOtherPosts(db, written)),
      };
    },

    deleteUntouched: (written: readonly WrittenPost[]) =>
      inTransaction(db, async (trx) => {
        const posts = await listTouched(trx, written);
        const removed = posts.filter(({ isTouched }) => !isTouched).map(({ id }) => id);
        for (const id of removed) await movePostToTrash(trx, clock, id);
        return { removed, kept: posts.length - removed.length };
      }),
  };
}
