import { setImmediate } from 'node:timers/promises';
import type {
  Post,
  PostDetail,
  PublicPost,
  PublicPostSummary,
} from '@longhand/contract/posts/posts';
import { tagKey } from '@longhand/contract/posts/tags';
import type { Database } from '../../database/tables.ts';
import { PUBLIC_COLUMNS, SUMMARY_COLUMNS, toPost, toSummary } from '../posts.repository.ts';
import { searchSortKeys } from '../search/search.repository.ts';
import { listSortKeys, publicPosts, withoutSiteLanguage } from './public-posts.repository.ts';

export type View = 'whole' | 'summary';
type Listed = PublicPost | PublicPostSummary;

export type PublicList = {
  readonly view: View;
  /** Has the form that `searchable` returns. */
  readonly text?: string | undefined;
  readonly tag?: string | undefined;
  /** Only posts with a lower sort key are listed. */
  readonly after?: number | undefined;
};

/** Returns sort keys, newest first. */
function listMatching(
  db: Database,
  { text, tag, after = Number.MAX_SAFE_INTEGER }: PublicList,
  limit: number,
): Promise<number[]> {
  const where = { tagKey: tag && tagKey(tag), after, limit };
  return text ? searchSortKeys(db, { ...where, text }) : listSortKeys(db, where);
}

/** Leaves out null for the site's language, and what only the administrator sees. */
function asListed<Row extends Omit<Post, 'content'>>(post: Row) {
  const { translation_of: _, send_when_published: _send, ...row } = post;
  return withoutSiteLanguage(row);
}

/** Sorted like the sort keys. */
async function readPosts(db: Database, sortKeys: readonly number[], view: View): Promise<Listed[]> {
  if (sortKeys.length === 0) return [];
  const wanted = publicPosts(db).where('sort_key', 'in', sortKeys).select('sort_key');
  const found = new Map<number | null, Listed>();
  if (view === 'summary') {
    const rows = await wanted.select(SUMMARY_COLUMNS).execute();
    for (const { sort_key, ...row } of rows) found.set(sort_key, asListed(toSummary(row)));
  } else {
    const rows = await wanted.select(PUBLIC_COLUMNS).execute();
    for (const { sort_key, ...row } of rows) found.set(sort_key, asListed(toPost(row)));
  }
  return sortKeys.flatMap((sortKey) => found.get(sortKey) ?? []);
}

export async function listPage(db: Database, list: PublicList, limit: number) {
  const sortKeys = await listMatching(db, list, limit + 1);
  const shown = sortKeys.slice(0, limit);
  return {
    posts: await readPosts(db, shown, list.view),
    next: sortKeys.length > limit ? shown.at(-1) : undefined,
  };
}

const BATCH_SIZE = 50;

/** Reads in batches, so that ten thousand posts are never in memory together. */
export async function* listPages(db: Database, list: PublicList): AsyncGenerator<Listed[]> {
  for (let after = list.after; ; ) {
    const { posts, next } = await listPage(db, { ...list, after }, BATCH_SIZE);
    yield posts;
    if (next === undefined) return;
    after = next;
    // SQLite is synchronous: without this, no other request would be served meanwhile.
    await setImmediate();
  }
}

/** Only the newest posts of each tag are compared. */
const CANDIDATES_PER_TAG = 50;

/** Sorted by the number of shared tags, then newest first. */
export async function listRelated(
  db: Database,
  slug: string,
  limit: number,
  view: View,
): Promise<Listed[]> {
  const post = await publicPosts(db)
    .select(['sort_key', 'tags'])
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (!post) return [];
  const shared = new Map<number, number>();
  for (const tag of JSON.parse(post.tags) as string[]) {
    for (const sortKey of await listMatching(db, { view, tag }, CANDIDATES_PER_TAG)) {
      if (sortKey !== post.sort_key) shared.set(sortKey, (shared.get(sortKey) ?? 0) + 1);
    }
  }
  const closest = [...shared]
    .toSorted(([a, sharedByA], [b, sharedByB]) => sharedByB - sharedByA || b - a)
    .slice(0, limit)
    .map(([sortKey]) => sortKey);
  return readPosts(db, closest, view);
}

type Adjacents = Pick<PostDetail, 'previous_post' | 'next_post'>;

/** Both neighbours are read from an index. */
export async function findAdjacentPosts(db: Database, slug: string): Promise<Adjacents> {
  const post = await publicPosts(db).select('sort_key').where('slug', '=', slug).executeTakeFirst();
  const sortKey = post?.sort_key ?? null;
  if (sortKey === null) return { previous_post: null, next_post: null };
  const posts = publicPosts(db).select(['slug', 'title', 'language']).limit(1);
  const [previous, next] = await Promise.all([
    posts.where('sort_key', '<', sortKey).orderBy('sort_key', 'desc').executeTakeFirst(),
    posts.where('sort_key', '>', sortKey).orderBy('sort_key', 'asc').executeTakeFirst(),
  ]);
  return {
    previous_post: previous ? withoutSiteLanguage(previous) : null,
    next_post: next ? withoutSiteLanguage(next) : null,
  };
}
