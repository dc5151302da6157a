import type { Database } from '../../database/tables.ts';

/** The visibility rule: every public query starts here. */
export function publicPosts(db: Database) {
  return db.selectFrom('posts').where('posts.published', '=', 1);
}

/** The same rule for tags: they have a sort key only while their post is published. */
export function publicTags(db: Database) {
  return db.selectFrom('post_tags').where('post_tags.sort_key', 'is not', null);
}
