import { compareTags, type TagCount, tagKey } from '@longhand/contract/tags';
import type { Database, DatabaseTransaction } from '../database/tables.ts';

/** Each tag in the spelling that another post already uses. */
export async function canonicalTags(
  db: Database,
  tags: readonly string[],
  postId: string,
): Promise<string[]> {
  const canonical: string[] = [];
  for (const tag of tags) {
    // One query each: the index stops at the first of thousands of posts with the same tag.
    const existing = await db
      .selectFrom('post_tags')
      .select('tag')
      .where('tag_key', '=', tagKey(tag))
      .where('post_id', '!=', postId)
      .limit(1)
      .executeTakeFirst();
    canonical.push(existing?.tag ?? tag);
  }
  return canonical;
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

/** Of drafts too, the most used first. */
export async function countTags(db: Database): Promise<TagCount[]> {
  const counts = await db
    .selectFrom('post_tags')
    .select(({ fn }) => [fn.min('tag').as('tag'), fn.countAll<number>().as('posts')])
    .groupBy('tag_key')
    .execute();
  // Sorted here: databases differ in what is alphabetical.
  return counts.toSorted((a, b) => b.posts - a.posts || compareTags(a.tag, b.tag));
}
