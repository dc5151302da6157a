import type { PublicState } from '@longhand/contract/posts/posts';
import type { Database } from '../../database/tables.ts';

/** The visibility rule: every public query starts here. */
export function publicPosts(db: Database) {
  return db.selectFrom('posts').where('posts.published', '=', 1);
}

/** The same rule for tags: they have a sort key only while their post is published. */
export function publicTags(db: Database) {
  return db.selectFrom('post_tags').where('post_tags.sort_key', 'is not', null);
}

export function listPublished(db: Database) {
  return publicPosts(db).select(['id', 'slug', 'title']).execute();
}

export async function listPublicTags(db: Database): Promise<string[]> {
  const rows = await publicTags(db).select('tag').distinct().execute();
  return rows.map(({ tag }) => tag);
}

export function readPublicState(db: Database): Promise<PublicState> {
  return db
    .selectFrom('public_state')
    .select(['revision', 'posts', 'characters'])
    .executeTakeFirstOrThrow();
}

export const SORT_KEYS_PER_MILLISECOND = 1_000;

export function firstSortKey(milliseconds: number): number {
  return milliseconds * SORT_KEYS_PER_MILLISECOND;
}

export function dateOfSortKey(sortKey: number): Date {
  return new Date(Math.floor(sortKey / SORT_KEYS_PER_MILLISECOND));
}

type Range = {
  readonly tagKey: string | undefined;
  readonly after: number;
  readonly limit: number;
};

/** Without a tag, of all published posts. Read from an index. */
export function newestSortKeys(db: Database, { tagKey, after, limit }: Range) {
  return tagKey === undefined
    ? publicPosts(db)
        .select('sort_key')
        .where('sort_key', '<', after)
        .orderBy('sort_key', 'desc')
        .limit(limit)
    : publicTags(db)
        .select('sort_key')
        .where('tag_key', '=', tagKey)
        .where('sort_key', '<', after)
        .orderBy('sort_key', 'desc')
        .limit(limit);
}

export async function listSortKeys(db: Database, range: Range): Promise<number[]> {
  const rows = await newestSortKeys(db, range).execute();
  return rows.flatMap(({ sort_key }) => sort_key ?? []);
}

type Stored = { readonly language: string | null };

/** Lists are long, and most posts are in the language of the site: the null that says so is left out. */
export function withoutSiteLanguage<Row extends Stored>({
  language,
  ...row
}: Row): Omit<Row, 'language'> & { language?: string } {
  return language === null ? row : { ...row, language };
}
