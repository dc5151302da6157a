import { setImmediate } from 'node:timers/promises';
import type { Post, PublicPost, PublicPostSummary } from '@longhand/contract/posts';
import { tagKey } from '@longhand/contract/tags';
import type { Database } from '../../database/tables.ts';
import { PUBLIC_COLUMNS, SUMMARY_COLUMNS, toPost, toSummary } from '../posts.repository.ts';
import { searchSortKeys } from '../search/search.repository.ts';
import { listSortKeys } from './sort-keys.repository.ts';
import { publicPosts } from './visibility.repository.ts';
import { withoutSiteLanguage } from './without-site-language.ts';

export type View = 'whole' | 'summary';
type Listed = PublicPost | PublicPostSummary;

export type PublicList = {
  readonly view: View;
  /** In the form of `searchable`. */
  readonly text?: string | undefined;
  readonly tag?: string | undefined;
  /** Only posts with a lower sort key. */
  readonly after?: number | undefined;
};

/** Sort keys, newest first. */
function listMatching(
  db: Database,
  { text, tag, after = Number.MAX_SAFE_INTEGER }: PublicList,
  limit: number,
): Promise<number[]> {
  const where = { tagKey: tag && tagKey(tag), after, limit };
  return text ? searchSortKeys(db, { ...where, text }) : listSortKeys(db, where);
}

/** Without what is left to the site, and without what only the administrator sees. */
function asListed<Row extends Omit<Post, 'content'>>(post: Row) {
  const { translation_of: _, send_when_published: _send, ...row } = post;
  return withoutSiteLanguage(row);
}

/** In the order of the sort keys. */
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

/** `next` is the cursor of the next page. */
export async function listPage(db: Database, list: PublicList, limit: number) {
  const sortKeys = await listMatching(db, list, limit + 1);
  const shown = sortKeys.slice(0, limit);
  return {
    posts: await readPosts(db, shown, list.view),
    next: sortKeys.length > limit ? shown.at(-1) : undefined,
  };
}

/** Takes a few milliseconds. */
const BATCH_SIZE = 50;

/** The whole list in batches: ten thousand posts are never in memory together. */
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

/** Posts that share the most tags with this one, then the newest. */
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
