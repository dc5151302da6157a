import type { PostDetail } from '@longhand/contract/posts';
import type { Database } from '../../database/tables.ts';
import { publicPosts } from './visibility.repository.ts';
import { withoutSiteLanguage } from './without-site-language.ts';

type Adjacents = Pick<PostDetail, 'previous_post' | 'next_post'>;

/** The published posts right before and after this one, each read from an index. */
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
