import type { Database } from '../database/tables.ts';
import { readRevisions, readTrash } from './consistency.repository.ts';

const READ_AT_ONCE = 100;
const NAMES_ANY = '%uploads%';

/** What can name an upload, a part at a time: first the posts, as they name almost all of them. */
export async function* readNamingTexts(db: Database): AsyncGenerator<readonly string[]> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('posts')
      .select(['id', 'featured_image', 'content', 'public_content'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(READ_AT_ONCE)
      .execute();
    const last = rows.at(-1);
    if (!last) break;
    yield rows.flatMap((row) => [row.featured_image ?? '', row.content, row.public_content]);
    after = last.id;
  }
  for await (const rows of readTrash(db, NAMES_ANY)) yield rows.map(({ snapshot }) => snapshot);
  for await (const rows of readRevisions(db, NAMES_ANY)) yield rows.map(({ snapshot }) => snapshot);
}

/** In one statement, so that a post on its way into or out of the trash is not overlooked. */
export async function isNamedAnywhere(db: Database, name: string): Promise<boolean> {
  const containing = `%${name}%`;
  const row = await db
    .selectFrom('posts')
    .select('id')
    .where(({ eb, or }) =>
      or([
        eb('featured_image', 'like', containing),
        eb('content', 'like', containing),
        eb('public_content', 'like', containing),
      ]),
    )
    .union(
      db.selectFrom('trashed_posts').select('post_id as id').where('snapshot', 'like', containing),
    )
    .union(
      db.selectFrom('post_revisions').select('post_id as id').where('snapshot', 'like', containing),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
