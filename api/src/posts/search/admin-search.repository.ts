import { setImmediate } from 'node:timers/promises';
import type { AdminPostSummary } from '@longhand/contract/posts/posts';
import {
  matchesSearch,
  searchable,
  searchText,
  visibleText,
} from '@longhand/contract/posts/search';
import { BATCH_SIZE, readById } from '../../database/batches.ts';
import type { Database } from '../../database/tables.ts';
import { publicPosts } from '../public-lists/public-posts.repository.ts';
import { searchSortKeys } from './search.repository.ts';

/** Yields ids. The search index has the title, excerpt and visible text of published posts. */
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

/** Yields ids. Unpublished posts are in no index, because visitors must not find them. */
async function* searchUnpublished(db: Database, text: string): AsyncGenerator<string[]> {
  const unpublished = db
    .selectFrom('posts')
    .select(['id', 'title', 'excerpt', 'public_content'])
    .where('published', '=', 0);
  for await (const rows of readById(unpublished))
    yield rows
      .filter(({ public_content, ...fields }) => {
        const visibleContent = visibleText(public_content);
        return matchesSearch(searchText({ ...fields, visibleContent }), text);
      })
      .map(({ id }) => id);
}

async function* searchTags(db: Database, text: string): AsyncGenerator<string[]> {
  const tags = await db.selectFrom('post_tags').select('tag_key').distinct().execute();
  const found = tags.flatMap(({ tag_key }) => (tag_key.includes(text) ? [tag_key] : []));
  for (const tag of found) {
    const tagged = db.selectFrom('post_tags').select('post_id as id').where('tag_key', '=', tag);
    for await (const rows of readById(tagged, { column: 'post_id' }))
      yield rows.map(({ id }) => id);
  }
}

function newestFirst(a: AdminPostSummary, b: AdminPostSummary): number {
  return a.created_at === b.created_at
    ? Number(a.id < b.id) - Number(a.id > b.id)
    : Number(a.created_at < b.created_at) - Number(a.created_at > b.created_at);
}

/** Searches title, excerpt, tags and visible text, also of drafts. Sorted newest first. */
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
