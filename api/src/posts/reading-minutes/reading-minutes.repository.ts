import type { Database, PostsTable, Transaction } from '../../database/tables.ts';

/** Contents can be long, and reading them blocks this thread. */
const POSTS_AT_ONCE = 10;

/** Sorted by id. */
export function listInSiteLanguage(db: Database, after: string) {
  return db
    .selectFrom('posts')
    .select(['id', 'version', 'content', 'reading_minutes'])
    .where('language', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(POSTS_AT_ONCE)
    .execute();
}

export type CountedPost = Readonly<Pick<PostsTable, 'id' | 'version' | 'reading_minutes'>>;

export async function saveReadingMinutes(
  trx: Transaction,
  { id, version, reading_minutes }: CountedPost,
): Promise<void> {
  await trx
    .updateTable('posts')
    .set({ reading_minutes })
    .where('id', '=', id)
    // A version saved in the meantime was counted when it was saved.
    .where('version', '=', version)
    .execute();
}
