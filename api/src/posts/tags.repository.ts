import { compareTags, type TagCount, tagKey } from '@longhand/contract/posts/tags';
import type { Database, Transaction } from '../database/tables.ts';
import { publicTags } from './public-lists/public-posts.repository.ts';

/** The oldest published post decides, else the oldest draft. */
async function findSpelling(
  db: Database,
  key: string,
  postId: string,
): Promise<string | undefined> {
  const others = db
    .selectFrom('post_tags')
    .select('tag')
    .where('tag_key', '=', key)
    .where('post_id', '!=', postId)
    .limit(1);
  // Two queries: the index stops at the first of thousands of posts with the same tag.
  const published = await others
    .where('sort_key', 'is not', null)
    .orderBy('sort_key')
    .executeTakeFirst();
  const found = published ?? (await others.orderBy('post_id').executeTakeFirst());
  return found?.tag;
}

type Spelling = { readonly sort_key: number | null; readonly post_id: string };

function compareSpellings(a: Spelling, b: Spelling): number {
  if (a.sort_key === b.sort_key) return a.post_id < b.post_id ? -1 : 1;
  return (a.sort_key ?? Number.MAX_VALUE) - (b.sort_key ?? Number.MAX_VALUE);
}

/** Each tag gets the spelling that other posts already use. */
export async function canonicalTags(
  db: Database,
  tags: readonly string[],
  postId: string,
): Promise<string[]> {
  const canonical: string[] = [];
  for (const tag of tags) {
    canonical.push((await findSpelling(db, tagKey(tag), postId)) ?? tag);
  }
  return canonical;
}

export async function replaceTags(
  trx: Transaction,
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

/** Each tag has the spelling of its oldest post. */
export async function listPublicTags(db: Database): Promise<string[]> {
  const oldest = publicTags(db)
    .select(({ fn }) => ['tag_key', fn.min('sort_key').as('sort_key')])
    .groupBy('tag_key')
    .as('oldest');
  const rows = await db
    .selectFrom('post_tags')
    .innerJoin(oldest, (join) =>
      join
        .onRef('oldest.tag_key', '=', 'post_tags.tag_key')
        .onRef('oldest.sort_key', '=', 'post_tags.sort_key'),
    )
    .select('post_tags.tag')
    .execute();
  return rows.map(({ tag }) => tag);
}

/** Includes the tags of drafts. Sorted most used first. */
export async function countTags(db: Database): Promise<TagCount[]> {
  const spellings = await db
    .selectFrom('post_tags')
    .select(({ fn }) => [
      'tag_key',
      'tag',
      fn.countAll<number>().as('posts'),
      fn.min('sort_key').as('sort_key'),
      fn.min('post_id').as('post_id'),
    ])
    .groupBy(['tag_key', 'tag'])
    .execute();
  const counts = [...Map.groupBy(spellings, ({ tag_key }) => tag_key).values()].map((all) => ({
    tag: all.toSorted(compareSpellings)[0]?.tag ?? '',
    posts: all.reduce((sum, { posts }) => sum + posts, 0),
  }));
  // Sorted here, because databases differ in what is alphabetical.
  return counts.toSorted((a, b) => b.posts - a.posts || compareTags(a.tag, b.tag));
}
