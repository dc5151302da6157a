import { tagKey } from '@longhand/contract/tags';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { findVersionFloors } from '../database/version-floors.ts';
import { publicPosts, publicTags } from './visibility.repository.ts';

const READ_AT_ONCE = 100;

/** Any text. */
const ANYTHING = '%';

type Written = {
  readonly id: string;
  readonly title: string;
  readonly excerpt: string;
  readonly content: string;
  readonly tags: string;
  readonly published: number;
  readonly sort_key: number | null;
  readonly rendering: number;
};

/** All posts, a part at a time: nobody holds ten thousand of them. */
export async function* readWritten(db: Database): AsyncGenerator<readonly Written[]> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('posts')
      .select(['id', 'title', 'excerpt', 'content', 'tags', 'published', 'sort_key', 'rendering'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(READ_AT_ONCE)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.id;
  }
}

type Kept = { readonly post_id: string; readonly version: number; readonly snapshot: string };

export async function* readRevisions(
  db: Database,
  like = ANYTHING,
): AsyncGenerator<readonly Kept[]> {
  for (let [id, version] = ['', 0]; ; ) {
    const rows = await db
      .selectFrom('post_revisions')
      .select(['post_id', 'version', 'snapshot'])
      .where(({ eb, and, or }) =>
        or([eb('post_id', '>', id), and([eb('post_id', '=', id), eb('version', '>', version)])]),
      )
      .where('snapshot', 'like', like)
      .orderBy('post_id')
      .orderBy('version')
      .limit(READ_AT_ONCE)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    [id, version] = [last.post_id, last.version];
  }
}

export async function* readTrash(
  db: Database,
  like = ANYTHING,
): AsyncGenerator<readonly Pick<Kept, 'post_id' | 'snapshot'>[]> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('trashed_posts')
      .select(['post_id', 'snapshot'])
      .where('post_id', '>', after)
      .where('snapshot', 'like', like)
      .orderBy('post_id')
      .limit(READ_AT_ONCE)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.post_id;
  }
}

/** The rows of these posts' topics, each as one text that can be compared. */
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

/** What `readTagRows` must find for a post. */
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

/** Texts that can be found, of posts that nobody may find. */
export async function countStraySearchTexts(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('post_search')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('rowid', 'not in', publicPosts(db).select('sort_key').where('sort_key', 'is not', null))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Topics that are shown, of posts that are not. */
export async function countStrayTags(db: Database): Promise<number> {
  const { count } = await publicTags(db)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('post_id', 'not in', publicPosts(db).select('posts.id'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The row that is kept by triggers, and what counting anew gives. */
export async function countPublicState(db: Database) {
  const kept = await db.selectFrom('public_state').select(['posts', 'characters']).execute();
  const { posts, characters } = await publicPosts(db)
    .select(({ fn }) => [
      fn.countAll<number>().as('posts'),
      sql<number>`coalesce(sum(length(title) + length(excerpt) + length(public_content)), 0)`.as(
        'characters',
      ),
    ])
    .executeTakeFirstOrThrow();
  return { kept, counted: { posts: Number(posts), characters: Number(characters) } };
}

/** Posts whose slug is not theirs, or is public and could still be given to another. */
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

/**
 * Posts whose history is not every version before the present one. Only restores skip versions, and
 * what follows is one of the floors that they have left.
 */
export async function listPostsWithHoles(db: Database): Promise<string[]> {
  const firsts = sql.join([1, ...(await findVersionFloors(db))]);
  const { rows } = await sql<{ id: string }>`
    select id from posts
    where version not in (${firsts}) and not exists (
      select 1 from post_revisions where post_id = posts.id and version = posts.version - 1
    )
    union
    select id from posts
    where version != 1 and not exists (
      select 1 from post_revisions where post_id = posts.id and version = 1
    )
    union
    select id from posts join post_revisions as revision on revision.post_id = posts.id
    where revision.version >= posts.version or revision.version not in (${firsts}) and not exists (
      select 1 from post_revisions as earlier
      where earlier.post_id = posts.id and earlier.version = revision.version - 1
    )
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Versions and unseen slugs of posts that are neither there nor in the trash. */
export async function countOrphans(db: Database) {
  const count = async (table: 'post_revisions' | 'slugs') => {
    const query = db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('post_id', 'not in', db.selectFrom('posts').select('id'))
      .where('post_id', 'not in', db.selectFrom('trashed_posts').select('post_id'));
    const { count } = await (table === 'slugs'
      ? query.where(sql.ref('was_public'), '=', 0)
      : query
    ).executeTakeFirstOrThrow();
    return Number(count);
  };
  return { revisions: await count('post_revisions'), slugs: await count('slugs') };
}

/** Posts that are both there and in the trash. */
export async function listTwice(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('posts')
    .innerJoin('trashed_posts', 'trashed_posts.post_id', 'posts.id')
    .select('posts.id')
    .execute();
  return rows.map(({ id }) => id);
}
