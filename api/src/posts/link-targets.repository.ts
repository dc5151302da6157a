import type { LinkTarget } from '@longhand/contract/link-targets';
import type { Database } from '../database/tables.ts';

/** Drafts too. Slugs that lead to no post are left out. */
export async function findLinkTargets(
  db: Database,
  slugs: readonly string[],
): Promise<LinkTarget[]> {
  const rows = await db
    .selectFrom('slugs')
    .innerJoin('posts', 'posts.id', 'slugs.post_id')
    .select(['slugs.slug', 'posts.title', 'posts.published', 'posts.publish_at'])
    .where('slugs.slug', 'in', slugs)
    .orderBy('slugs.slug')
    .execute();
  return rows.map((row) => ({ ...row, published: row.published === 1 }));
}
