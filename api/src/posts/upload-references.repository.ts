import type { Database } from '../database/tables.ts';
import { readRevisions, readTrash } from './consistency.repository.ts';

const READ_AT_ONCE = 100;
const NAMES_ANY = '%uploads%';

/** A text that can name uploads, and what a person finds it by. */
type NamingText = { readonly where: string; readonly text: string };

/** All of them, a part at a time: first the posts, as they name almost every upload. */
export async function* readNamingTexts(db: Database): AsyncGenerator<readonly NamingText[]> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('posts')
      .select(['id', 'slug', 'featured_image', 'content', 'public_content'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(READ_AT_ONCE)
      .execute();
    const last = rows.at(-1);
    if (!last) break;
    yield rows.map(({ slug, featured_image, content, public_content }) => ({
      where: `the post ${slug}`,
      text: [featured_image ?? '', content, public_content].join('\n'),
    }));
    after = last.id;
  }
  for await (const rows of readTrash(db, NAMES_ANY))
    yield rows.map(({ post_id, snapshot }) => ({
      where: `the post ${post_id} in the trash`,
      text: snapshot,
    }));
  for await (const rows of readRevisions(db, NAMES_ANY))
    yield rows.map(({ post_id, version, snapshot }) => ({
      where: `version ${version} in the history of the post ${post_id}`,
      text: snapshot,
    }));
}

/**
 * Whether something names an upload now that did not when all was walked through, `since` then: a post,
 * a deleted one, or a version of one that has changed. Older versions cannot have come to name it.
 */
export async function isNamedByNow(db: Database, name: string, since: string): Promise<boolean> {
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
    .unionAll(
      db
        .selectFrom('post_revisions')
        .select('post_id as id')
        .where('post_id', 'in', changed)
        .where('snapshot', 'like', containing),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
