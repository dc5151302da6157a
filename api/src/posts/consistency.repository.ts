import { tagKey } from '@longhand/contract/posts/tags';
import { sql } from 'kysely';
import { readById } from '../database/batches.ts';
import { countRows } from '../database/results.ts';
import type { Database, PostsTable } from '../database/tables.ts';
import { publicPosts, publicTags } from './public-lists/public-posts.repository.ts';

const CHECKED_COLUMNS = [
  ...(['id', 'title', 'excerpt', 'content', 'tags'] as const),
  ...(['published', 'sort_key', 'rendering'] as const),
];

type CheckedPost = Pick<PostsTable, (typeof CHECKED_COLUMNS)[number]>;

export function readPosts(db: Database): AsyncGenerator<readonly CheckedPost[]> {
  return readById(db.selectFrom('posts').select(CHECKED_COLUMNS));
}

export async function readTagRows(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db
    .selectFrom('post_tags')
    .select(['post_id', 'tag_key', 'tag', 'sort_key'])
    .where('post_id', 'in', ids)
    .execute();
  const found = new Map<string, string[]>();
  for (const { post_id, ...row } of rows)
    found.set(post_id, [...(found.get(post_id) ?? []), JSON.stringify(row)]);
  return found;
}

export function expectedTagRows(tags: readonly string[], sortKey: number | null): string[] {
  return tags.map((tag) => JSON.stringify({ tag_key: tagKey(tag), tag, sort_key: sortKey }));
}

export async function readSearchTexts(
  db: Database,
  sortKeys: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (sortKeys.length === 0) return new Map();
  const rows = await db
    .selectFrom('post_search')
    .select(['rowid', 'text'])
    .where('rowid', 'in', sortKeys)
    .execute();
  return new Map(rows.map(({ rowid, text }) => [rowid, text]));
}

export function countStraySearchTexts(db: Database): Promise<number> {
  return db
    .selectFrom('post_search')
    .where('rowid', 'not in', publicPosts(db).select('sort_key').where('sort_key', 'is not', null))
    .$call(countRows);
}

export function countStrayTags(db: Database): Promise<number> {
  return publicTags(db)
    .where('post_id', 'not in', publicPosts(db).select('posts.id'))
    .$call(countRows);
}

/** Triggers maintain the stored counts. */
export async function countPublicState(db: Database) {
  const stored = await db.selectFrom('public_state').select(['posts', 'characters']).execute();
  const { posts, characters } = await publicPosts(db)
    .select(({ fn }) => [
      fn.countAll<number>().as('posts'),
      sql<number>`coalesce(sum(length(title) + length(excerpt) + length(public_content)), 0)`.as(
        'characters',
      ),
    ])
    .executeTakeFirstOrThrow();
  return { stored, counted: { posts: Number(posts), characters: Number(characters) } };
}

/** The slug is not reserved for the post, or only as one that was never public. */
export async function listPostsWithoutSlug(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('posts')
    .leftJoin('slugs', (join) =>
      join.onRef('slugs.slug', '=', 'posts.slug').onRef('slugs.post_id', '=', 'posts.id'),
    )
    .select('posts.id')
    .where(({ eb, or, and }) =>
      or([
        eb('slugs.slug', 'is', null),
        and([eb('posts.published', '=', 1), eb('slugs.was_public', '=', 0)]),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

export async function listPublishedWithoutSortKey(db: Database): Promise<string[]> {
  const rows = await publicPosts(db)
    .select('id')
    .where(({ eb, or }) => or([eb('sort_key', 'is', null), eb('published_at', 'is', null)]))
    .execute();
  return rows.map(({ id }) => id);
}

/** Readers see these posts, and yet the scheduler would publish them. */
export async function listPublishedWithSchedule(db: Database): Promise<string[]> {
  const rows = await publicPosts(db).select('id').where('publish_at', 'is not', null).execute();
  return rows.map(({ id }) => id);
}

/** Slugs that were public stay reserved for ever. */
export function countOrphanedSlugs(db: Database): Promise<number> {
  return db
    .selectFrom('slugs')
    .where('was_public', '=', 0)
    .where('post_id', 'not in', db.selectFrom('posts').select('id'))
    .where('post_id', 'not in', db.selectFrom('trashed_posts').select('post_id'))
    .$call(countRows);
}
