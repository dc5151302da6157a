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
  /** The place after which the list begins. */
  readonly after?: number | undefined;
};

/** The places of a list's first posts, newest first. */
function listMatching(
  db: Database,
  { text, tag, after = Number.MAX_SAFE_INTEGER }: PublicList,
  limit: number,
): Promise<number[]> {
  const where = { tagKey: tag && tagKey(tag), after, limit };
  return text ? searchSortKeys(db, { ...where, text }) : listSortKeys(db, where);
}

/** The posts that stand in these places, in the order of the places. */
async function readPosts(db: Database, places: readonly number[], view: View): Promise<Listed[]> {
  if (places.length === 0) return [];
  const wanted = publicPosts(db).where('place', 'in', places).select('place');
  const found = new Map<number | null, Listed>();
  if (view === 'summary') {
    const rows = await wanted.select(SUMMARY_COLUMNS).execute();
    for (const { place, ...row } of rows) found.set(place, toSummary(row));
  } else {
    const rows = await wanted.select(PUBLIC_COLUMNS).execute();
    for (const { place, ...row } of rows) found.set(place, toPost(row));
  }
  return places.flatMap((place) => found.get(place) ?? []);
}

/** A part of a list, and the place where the next one begins, if there is one. */
export async function listPage(db: Database, list: PublicList, limit: number) {
  const places = await listMatching(db, list, limit + 1);
  const shown = places.slice(0, limit);
  return {
    posts: await readPosts(db, shown, list.view),
    next: places.length > limit ? shown.at(-1) : undefined,
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
    .select(['place', 'tags'])
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (!post) return [];
  const shared = new Map<number, number>();
  for (const tag of JSON.parse(post.tags) as string[]) {
    for (const place of await listMatching(db, { view, tag }, LOOKED_AT)) {
      if (place !== post.place) shared.set(place, (shared.get(place) ?? 0) + 1);
    }
  }
  const closest = [...shared]
    .toSorted(([a, sharedByA], [b, sharedByB]) => sharedByB - sharedByA || b - a)
    .slice(0, limit)
    .map(([place]) => place);
  return readPosts(db, closest, view);
}
