import type { Database } from '../database/tables.ts';
import { BATCH_SIZE, readInBatches } from './batches.ts';
import { readPostVersions, readTrash, readWorkingCopies } from './consistency.repository.ts';
import { isInPages, listPagesWith, readPageTexts } from './page-references.repository.ts';
import { describeWorkingCopy } from './working-copies.repository.ts';

const MENTIONS_UPLOADS = '%uploads%';

/** `where` describes the text for people. */
type ReferencingText = { readonly where: string; readonly text: string };

/** In batches. Posts first: they reference almost every upload. */
export async function* readReferencingTexts(
  db: Database,
): AsyncGenerator<readonly ReferencingText[]> {
  const posts = readInBatches(
    '',
    (after) =>
      db
        .selectFrom('posts')
        .select(['id', 'slug', 'featured_image', 'content', 'public_content'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(BATCH_SIZE)
        .execute(),
    ({ id }) => id,
  );
  for await (const rows of posts)
    yield rows.map(({ slug, featured_image, content, public_content }) => ({
      where: `the post ${slug}`,
      text: [featured_image ?? '', content, public_content].join('\n'),
    }));
  for await (const rows of readTrash(db, MENTIONS_UPLOADS))
    yield rows.map(({ post_id, snapshot }) => ({
      where: `the post ${post_id} in the trash`,
      text: snapshot,
    }));
  for await (const rows of readPostVersions(db, MENTIONS_UPLOADS))
    yield rows.map(({ post_id, version, snapshot }) => ({
      where: `version ${version} in the history of the post ${post_id}`,
      text: snapshot,
    }));
  for await (const rows of readWorkingCopies(db, MENTIONS_UPLOADS))
    yield rows.map((row) => ({ where: describeWorkingCopy(row), text: row.form }));
  yield* readPageTexts(db, MENTIONS_UPLOADS);
}

/** In batches, the oldest first: the posts that show uploads, or mention them, also in their working copies. */
export function readPostsWithUploads(db: Database) {
  return readInBatches(
    '',
    (after) =>
      db
        .selectFrom('posts')
        .leftJoin('working_copies', 'working_copies.id', 'posts.id')
        .select(['posts.id', 'posts.title', 'published', 'featured_image', 'content', 'form'])
        .where('posts.id', '>', after)
        .where(({ eb, or }) =>
          or([
            eb('featured_image', 'like', MENTIONS_UPLOADS),
            eb('content', 'like', MENTIONS_UPLOADS),
            eb('form', 'like', MENTIONS_UPLOADS),
          ]),
        )
        .orderBy('posts.id')
        .limit(BATCH_SIZE)
        .execute(),
    ({ id }) => id,
  );
}

export const listPagesWithUploads = (db: Database) => listPagesWith(db, MENTIONS_UPLOADS);

/**
 * Whether a post, a page, a deleted one, a working copy, or a version of one that changed after `since`
 * references an upload. Why not all versions: older ones do not change, and were checked by the full scan.
 */
export async function isReferencedNow(db: Database, name: string, since: string): Promise<boolean> {
  const containing = `%${name}%`;
  const changed = db
    .selectFrom('posts')
    .select('id')
    .where('updated_at', '>=', since)
    .union(db.selectFrom('trashed_posts').select('post_id as id').where('deleted_at', '>=', since));
  const row = await db
    .selectFrom('posts')
    .select('id')
    .where(({ eb, or }) =>
      or([eb('featured_image', 'like', containing), eb('content', 'like', containing)]),
    )
    .unionAll(
      db.selectFrom('trashed_posts').select('post_id as id').where('snapshot', 'like', containing),
    )
    .unionAll(db.selectFrom('working_copies').select('id').where('form', 'like', containing))
    .unionAll(
      db
        .selectFrom('post_revisions')
        .select('post_id as id')
        .where('post_id', 'in', changed)
        .where('snapshot', 'like', containing),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined || isInPages(db, containing, since);
}
