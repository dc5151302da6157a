import { tagKey } from '@longhand/contract/tags';
import type { Database, DatabaseTransaction } from '../database/tables.ts';

/** The same tags, each in the spelling that another post gave it first. */
export async function inKnownSpelling(
  db: Database,
  tags: readonly string[],
  postId: string,
): Promise<string[]> {
  const spelled: string[] = [];
  for (const tag of tags) {
    // One look each: the index stops at the first of thousands of posts with the same tag.
    const known = await db
      .selectFrom('post_tags')
      .select('tag')
      .where('tag_key', '=', tagKey(tag))
      .where('post_id', '!=', postId)
      .limit(1)
      .executeTakeFirst();
    spelled.push(known?.tag ?? tag);
  }
  return spelled;
}

export async function replaceTags(
  trx: DatabaseTransaction,
  postId: string,
  tags: readonly string[],
  sortKey: number | null,
): Promise<void> {
  await trx.deleteFrom('post_tags').where('post_id', '=', postId).execute();
  if (tags.length === 0) return;
  await trx
    .insertInto('post_tags')
    .values(tags.map((tag) => ({ post_id: postId, tag_key: tagKey(tag), tag, sort_key: sortKey })))
    .execute();
}
