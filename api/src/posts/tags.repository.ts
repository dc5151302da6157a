import { tagKey } from '@longhand/contract/tags';
import type { Database, DatabaseTransaction } from '../database/tables.ts';

/** The same tags, each in the spelling that another post gave it first. */
export async function inKnownSpelling(
  db: Database,
  tags: readonly string[],
  postId: string,
): Promise<string[]> {
  if (tags.length === 0) return [];
  const known = await db
    .selectFrom('post_tags')
    .select(['tag_key', 'tag'])
    .where('tag_key', 'in', tags.map(tagKey))
    .where('post_id', '!=', postId)
    .distinct()
    .execute();
  const spelling = new Map(known.map((row) => [row.tag_key, row.tag]));
  return tags.map((tag) => spelling.get(tagKey(tag)) ?? tag);
}

export async function replaceTags(
  trx: DatabaseTransaction,
  postId: string,
  tags: readonly string[],
): Promise<void> {
  await trx.deleteFrom('post_tags').where('post_id', '=', postId).execute();
  if (tags.length === 0) return;
  await trx
    .insertInto('post_tags')
    .values(tags.map((tag) => ({ post_id: postId, tag_key: tagKey(tag), tag })))
    .execute();
}
