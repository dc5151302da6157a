import { setImmediate } from 'node:timers/promises';
import type { Post, PublicPostSummary } from '@longhand/contract/posts';
import { tagKey } from '@longhand/contract/tags';
import type { Database } from '../database/tables.ts';
import { PUBLIC_COLUMNS, SUMMARY_COLUMNS, toPost, toSummary } from './posts.repository.ts';
import { searchSortKeys } from './search.repository.ts';
import { listSortKeys } from './sort-keys.repository.ts';
import { publicPosts } from './visibility.repository.ts';

export type View = 'whole' | 'summary';
type Listed = Post | PublicPostSummary;

/** Which of the published posts a list holds. */
export type PublicList = {
  readonly view: View;
  /** Text that they contain, in the form in which it is looked for. */
  readonly text?: string | undefined;
  readonly tag?: string | undefined;
  /** The sort key after which the list begins. */
  readonly after?: number | undefined;
};

/** The sort keys of a list's first posts, newest first. */
function listMatching(
  db: Database,
  { text, tag, after = Number.MAX_SAFE_INTEGER }: PublicList,
  limit: number,
): Promise<number[]> {
  const where = { tagKey: tag && tagKey(tag), after, limit };
  return text ? searchSortKeys(db, { ...where, text }) : listSortKeys(db, where);
}

/** The posts that stand in these sort keys, in the order of the sort keys. */
async function readPosts(db: Database, sortKeys: readonly number[], view: View): Promise<Listed[]> {
  if (sortKeys.length === 0) return [];
  const wanted = publicPosts(db).where('sort_key', 'in', sortKeys).select('sort_key');
  const found = new Map<number | null, Listed>();
  if (view === 'summary') {
    const rows = await wanted.select(SUMMARY_COLUMNS).execute();
    for (const { sort_key, ...row } of rows) found.set(sort_key, toSummary(row));
  } else {
    const rows = await wanted.select(PUBLIC_COLUMNS).execute();
    for (const { sort_key, ...row } of rows) found.set(sort_key, toPost(row));
  }
  return sortKeys.flatMap((sortKey) => found.get(sortKey) ?? []);
}

/** A part of a list, and the sort key where the next one begins, if there is one. */
export async function listPage(db: Database, list: PublicList, limit: number) {
  const sortKeys = await listMatching(db, list, limit + 1);
  const shown = sortKeys.slice(0, limit);
  return {
    posts: await readPosts(db, shown, list.view),
    next: sortKeys.length > limit ? shown.at(-1) : undefined,
  };
}

/** So many are read and written in a few milliseconds. */
const READ_AT_ONCE = 50;

/** The whole list, a part at a time: nobody holds ten thousand posts, or keeps others waiting. */
export async function* listPages(db: Database, list: PublicList): AsyncGenerator<Listed[]> {
  for (let after = list.after; ; ) {
    const { posts, next } = await listPage(db, { ...list, after }, READ_AT_ONCE);
    yield posts;
    if (next === undefined) return;
    after = next;
    // The database answers at once: without this, no other request would be looked at.
    await setImmediate();
  }
}

/** So many of the newest of each topic are looked at: of thousands, the newest are the closest. */
const LOOKED_AT = 50;

/** Posts that share the most topics with the one that has this slug, the newest of them first. */
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
    for (const sortKey of await listMatching(db, { view, tag }, LOOKED_AT)) {
      if (sortKey !== post.sort_key) shared.set(sortKey, (shared.get(sortKey) ?? 0) + 1);
    }
  }
  const closest = [...shared]
    .toSorted(([a, sharedByA], [b, sharedByB]) => sharedByB - sharedByA || b - a)
    .slice(0, limit)
    .map(([sortKey]) => sortKey);
  return readPosts(db, closest, view);
}
