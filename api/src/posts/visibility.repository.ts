import type { Database } from '../database/tables.ts';

/** The rule of who sees what: everything the public can reach starts from this query. */
export function publicPosts(db: Database) {
  return db.selectFrom('posts').where('posts.published', '=', 1);
}

/** The same rule for topics: they have a sort key in public lists while their post is published. */
export function publicTags(db: Database) {
  return db.selectFrom('post_tags').where('post_tags.sort_key', 'is not', null);
}
