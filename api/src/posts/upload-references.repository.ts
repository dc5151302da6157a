import type { Database } from '../database/tables.ts';
import { readRevisions, readTrash } from './consistency.repository.ts';

const READ_AT_ONCE = 100;
const NAMES_ANY = '%uploads%';

/** A text that can name uploads, and what a person finds it by. */
export type NamingText = { readonly where: string; readonly text: string };

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
