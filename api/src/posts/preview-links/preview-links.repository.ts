import type { PreviewLink } from '@longhand/contract/posts/preview-links';
import type { Insertable } from 'kysely';
import { countChanged, hasChanged } from '../../database/results.ts';
import type { Database, Tables } from '../../database/tables.ts';
import { PUBLIC_COLUMNS, toPost } from '../posts.repository.ts';

export async function insertPreviewLink(db: Database, link: Insertable<Tables['preview_links']>) {
  await db.insertInto('preview_links').values(link).execute();
}

/** 1 for a public post; undefined if there is no such post. */
export async function findPublished(db: Database, postId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('posts')
    .select('published')
    .where('id', '=', postId)
    .executeTakeFirst();
  return row?.published;
}

/** Sorted oldest first. Expired links are left out. */
export async function listPreviewLinks(
  db: Database,
  postId: string,
  now: string,
): Promise<PreviewLink[]> {
  const rows = await db
    .selectFrom('preview_links')
    .select(['id', 'created_at', 'expires_at', 'shows_changes'])
    .where('post_id', '=', postId)
    .where('expires_at', '>', now)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, shows_changes: row.shows_changes === 1 }));
}

/** False if the post has no such link that still works. */
export function deletePreviewLink(
  db: Database,
  { id, postId, now }: { id: string; postId: string; now: string },
): Promise<boolean> {
  return db
    .deleteFrom('preview_links')
    .where('id', '=', id)
    .where('post_id', '=', postId)
    .where('expires_at', '>', now)
    .$call(hasChanged);
}

export async function deletePreviewLinks(db: Database, postId: string): Promise<void> {
  await db.deleteFrom('preview_links').where('post_id', '=', postId).execute();
}

export function deleteExpiredPreviewLinks(db: Database, now: string): Promise<number> {
  return db.deleteFrom('preview_links').where('expires_at', '<=', now).$call(countChanged);
}

/** One query, so that an unknown token, an expired one and a post in the trash take the same time. */
export async function findLinkedPost(db: Database, tokenHash: string, now: string) {
  const row = await db
    .selectFrom('preview_links')
    .innerJoin('posts', 'posts.id', 'preview_links.post_id')
    .select(PUBLIC_COLUMNS.map((column) => `posts.${column}` as const))
    .select(['preview_links.expires_at', 'preview_links.shows_changes'])
    .where('preview_links.token_hash', '=', tokenHash)
    .where('preview_links.expires_at', '>', now)
    .executeTakeFirst();
  if (!row) return undefined;
  const { expires_at, shows_changes, ...post } = row;
  return { expires_at, showsChanges: shows_changes === 1, post: toPost(post) };
}
