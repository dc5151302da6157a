import { setImmediate } from 'node:timers/promises';
import type { AdminPostSummary } from '@longhand/contract/posts';
import { matchesSearch, searchable, searchText, visibleText } from '@longhand/contract/search';
import { BATCH_SIZE, readInBatches } from '../../database/batches.ts';
import type { Database } from '../../database/tables.ts';
import { publicPosts } from '../public-lists/visibility.repository.ts';
import { searchSortKeys } from './search.repository.ts';

/** Ids, in batches. The search index has the title, excerpt and visible text of published posts. */
async function* searchPublished(db: Database, text: string): AsyncGenerator<string[]> {
  for (let after = Number.MAX_SAFE_INTEGER; ; ) {
    const where = { text, tagKey: undefined, after, limit: BATCH_SIZE };
    const sortKeys = await searchSortKeys(db, where);
    const last = sortKeys.at(-1);
    if (last === undefined) return;
    const rows = await publicPosts(db).select('id').where('sort_key', 'in', sortKeys).execute();
    yield rows.map(({ id }) => id);
    if (sortKeys.length < BATCH_SIZE) return;
    after = last;
  }
}

/** Ids, in batches. The others are in no index, because visitors must not find them. */
async function* searchUnpublished(db: Database, text: string): AsyncGenerator<string[]> {
  const batches = readInBatches(
    '',
    (after) =>
      db
        .selectFrom('posts')
        .select(['id', 'title', 'excerpt', 'public_content'])
        .where('published', '=', 0)
        .where('id', '>', after)
        .orderBy('id')
        .limit(BATCH_SIZE)
        .execute(),
    ({ id }) => id,
  );
  for await (const rows of batches)
    yield rows
      .filter(({ public_content, ...fields }) => {
        const visibleContent = visibleText(public_content);
        return matchesSearch(searchText({ ...fields, visibleContent }), text);
      })
      .map(({ id }) => id);
}

/** Ids, in batches. */
async function* searchTags(db: Database, text: string): AsyncGenerator<string[]> {
  const tags = await db.selectFrom('post_tags').select('tag_key').distinct().execute();
  const found = tags.flatMap(({ tag_key }) => (tag_key.includes(text) ? [tag_key] : []));
  for (const tag of found) {
    const batches = readInBatches(
      '',
      (after) =>
        db
          .selectFrom('post_tags')
          .select('post_id')
          .where('tag_key', '=', tag)
          .where('post_id', '>', after)
          .orderBy('post_id')
          .limit(BATCH_SIZE)
          .execute(),
      ({ post_id }) => post_id,
    );
    for await (const rows of batches) yield rows.map(({ post_id }) => post_id);
  }
}

function newestFirst(a: AdminPostSummary, b: AdminPostSummary): number {
  return a.created_at === b.created_at
    ? Number(a.id < b.id) - Number(a.id > b.id)
    : Number(a.created_at < b.created_at) - Number(a.created_at > b.created_at);
}

/** All posts, drafts too, with the text in title, excerpt, tags or visible text; newest first. */
export async function searchAllPosts<Entry extends AdminPostSummary>(
  db: Database,
  query: string,
  read: (db: Database, ids: readonly string[]) => Promise<Entry[]>,
): Promise<Entry[]> {
  const text = searchable(query);
  const found = new Map<string, Entry>();
  for (const search of [searchPublished, searchUnpublished, searchTags]) {
    for await (const ids of search(db, text)) {
      const unread = ids.filter((id) => !found.has(id));
      const posts = unread.length > 0 ? await read(db, unread) : [];
      for (const post of posts) found.set(post.id, post);
      // SQLite is synchronous: without this, no other request would be served meanwhile.
      await setImmediate();
    }
  }
  return [...found.values()].toSorted(newestFirst);
}
