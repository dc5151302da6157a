import type { Database } from '../database/tables.ts';
import { BATCH_SIZE, readInBatches } from './batches.ts';
import { readPostVersions, readTrash, readWorkingCopies } from './consistency.repository.ts';
import { readPageTexts } from './page-references.repository.ts';
import { describeWorkingCopy } from './working-copies.repository.ts';

const MENTIONS_UPLOADS = '%uploads%';

/** `where` describes the text for people. */
type ReferencingText = { readonly where: string; readonly text: string };

/** In batches. For checks and copies of the whole blog: `upload_references` has the names. */
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
  const settings = await db.selectFrom('site_settings').select(['name', 'value']).execute();
  yield settings.map(({ name, value }) => ({ where: `the setting ${name}`, text: value }));
}

/** The posts that have one of the uploads, also in their working copies; the newest first. */
export function listPostUses(db: Database, names: readonly string[]) {
  return db
    .selectFrom('upload_references')
    .innerJoin('posts', 'posts.id', 'upload_references.source_id')
    .select(['name', 'posts.id', 'posts.title', 'posts.published'])
    .distinct()
    .where('source', 'in', ['posts', 'working_copies'])
    .where('name', 'in', names)
    .orderBy('posts.id', 'desc')
    .execute();
}

export function listPageUses(db: Database, names: readonly string[]) {
  return db
    .selectFrom('upload_references')
    .innerJoin('pages', 'pages.id', 'upload_references.source_id')
    .select(['name', 'pages.id', 'pages.title'])
    .where('source', '=', 'pages')
    .where('name', 'in', names)
    .orderBy('pages.id', 'desc')
    .execute();
}

/** There are few, and they are short. */
export async function listSettingValues(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('site_settings').select('value').execute();
  return rows.map(({ value }) => value);
}
