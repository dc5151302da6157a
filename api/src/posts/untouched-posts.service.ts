import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { movePostToTrash } from './trash/trash.service.ts';
import { hasOtherPosts, listTouched, type WrittenPost } from './untouched-posts.repository.ts';

export type { WrittenPost } from './untouched-posts.repository.ts';

/** Posts that nobody has changed since the software wrote them. */
export function createUntouchedPosts(db: Database, clock: Clock) {
  return {
    /** Whether some are left, and whether there are posts of the owner: others, or changed ones. */
    async compareWritten(written: readonly WrittenPost[]) {
      const posts = await listTouched(db, written);
      return {
        hasUntouched: posts.some(({ isTouched }) => !isTouched),
        hasOwn: posts.some(({ isTouched }) => isTouched) || (await hasOtherPosts(db, written)),
      };
    },

    /** Moves them to the trash, all or none. */
    deleteUntouched: (written: readonly WrittenPost[]) =>
      inTransaction(db, async (trx) => {
        const posts = await listTouched(trx, written);
        const removed = posts.filter(({ isTouched }) => !isTouched).map(({ id }) => id);
        const now = clock().toISOString();
        for (const id of removed) await movePostToTrash(trx, id, now);
        return { removed, kept: posts.length - removed.length };
      }),
  };
}
