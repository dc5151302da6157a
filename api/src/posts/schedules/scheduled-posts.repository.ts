import type { Post } from '@longhand/contract/posts/posts';
import type { Database, Transaction } from '../../database/tables.ts';
import type { PostRecord } from '../posts.repository.ts';

/** Returns the first that are due, read from an index of the scheduled posts alone. */
export async function listDueIds(
  db: Database,
  now: string,
  { skip = [], limit }: { readonly skip?: readonly string[]; readonly limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('posts')
    .select('id')
    .where('publish_at', 'is not', null)
    .where('publish_at', '<=', now)
    .$if(skip.length > 0, (query) => query.where('id', 'not in', skip))
    .orderBy('publish_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Only one of several callers gets the post, and only if it is still as it was read. */
export async function claimScheduled<Scheduled extends Post>(
  trx: Transaction,
  post: Scheduled,
): Promise<(Scheduled & Pick<PostRecord, 'slug_chosen' | 'translation_group'>) | undefined> {
  const row = await trx
    .updateTable('posts')
    .set({ publish_at: null })
    .where('id', '=', post.id)
    .where('version', '=', post.version)
    .where('publish_at', '=', post.publish_at)
    .returning(['slug_chosen', 'translation_group'])
    .executeTakeFirst();
  return row && { ...post, ...row, slug_chosen: row.slug_chosen === 1 };
}
