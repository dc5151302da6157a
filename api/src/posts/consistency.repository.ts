import { tagKey } from '@longhand/contract/tags';
import { sql } from 'kysely';
import { BATCH_SIZE, readInBatches } from '../database/batches.ts';
import type { Database } from '../database/tables.ts';
import { findThinnedBefore } from '../database/thinned-versions.ts';
import { findVersionFloors } from '../database/version-floors.ts';
import { publicPosts, publicTags } from './public-lists/visibility.repository.ts';

type CheckedPost = {
  readonly id: string;
  readonly title: string;
  readonly excerpt: string;
  readonly content: string;
  readonly tags: string;
  readonly published: number;
  readonly sort_key: number | null;
  readonly rendering: number;
};

export function readPosts(db: Database): AsyncGenerator<readonly CheckedPost[]> {
  const columns = [
    'id',
    'title',
    'excerpt',
    'content',
    'tags',
    'published',
    'sort_key',
    'rendering',
  ] as const;
  return readInBatches(
    '',
    (after) =>
      db
        .selectFrom('posts')
        .select(columns)
        .where('id', '>', after)
        .orderBy('id')
        .limit(BATCH_SIZE)
        .execute(),
    ({ id }) => id,
  );
}

/** Rows as JSON, to compare with `expectedTagRows`. */
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

/** Search texts of posts that are not published. */
export async function countStraySearchTexts(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('post_search')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('rowid', 'not in', publicPosts(db).select('sort_key').where('sort_key', 'is not', null))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Public tags of posts that are not published. */
export async function countStrayTags(db: Database): Promise<number> {
  const { count } = await publicTags(db)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('post_id', 'not in', publicPosts(db).select('posts.id'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The row that triggers maintain, and the real counts. */
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

/** Their slug is not reserved for them, or only as one that was never public. */
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

/** Readers see them, and yet the scheduler would publish them. */
export async function listPublishedWithSchedule(db: Database): Promise<string[]> {
  const rows = await publicPosts(db).select('id').where('publish_at', 'is not', null).execute();
  return rows.map(({ id }) => id);
}

/**
 * Their history lacks a version. A restore may skip numbers: the version after it is one of the
 * stored version floors. Thinning leaves out those before a version of the same month.
 */
export async function listPostsWithMissingVersions(db: Database): Promise<string[]> {
  const allowedStarts = sql.join([1, ...(await findVersionFloors(db))]);
  const thinnedBefore = await findThinnedBefore(db);
  const { rows } = await sql<{ id: string }>`
    select id from posts
    where version not in (${allowedStarts}) and not exists (
      select 1 from post_revisions where post_id = posts.id and version = posts.version - 1
    )
    union
    select id from posts
    where version != 1 and not exists (
      select 1 from post_revisions
      where post_id = posts.id and (version = 1 or saved_at < ${thinnedBefore})
    )
    union
    select id from posts join post_revisions as revision on revision.post_id = posts.id
    where revision.version >= posts.version or revision.version not in (${allowedStarts})
    and revision.saved_at >= ${thinnedBefore} and not exists (
      select 1 from post_revisions as earlier
      where earlier.post_id = posts.id and earlier.version = revision.version - 1
    )
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Versions, working copies and never published slugs of posts that do not exist, not even in the trash. */
export async function countOrphans(db: Database) {
  const count = async (table: 'post_revisions' | 'working_copies' | 'slugs') => {
    const query = db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      // `null not in` is true for an empty table.
      .where('post_id', 'is not', null)
      .where('post_id', 'not in', db.selectFrom('posts').select('id'))
      .where('post_id', 'not in', db.selectFrom('trashed_posts').select('post_id'));
    const { count } = await (table === 'slugs'
      ? query.where(sql.ref('was_public'), '=', 0)
      : query
    ).executeTakeFirstOrThrow();
    return Number(count);
  };
  return {
    versions: await count('post_revisions'),
    workingCopies: await count('working_copies'),
    slugs: await count('slugs'),
  };
}

export async function listPostsAlsoInTrash(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('posts')
    .innerJoin('trashed_posts', 'trashed_posts.post_id', 'posts.id')
    .select('posts.id')
    .execute();
  return rows.map(({ id }) => id);
}
