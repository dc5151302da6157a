import { readById } from '../../database/batches.ts';
import type { Database } from '../../database/tables.ts';
import { type DocumentKind, PAGES, POSTS } from '../../documents/document-kinds.ts';
import { describeSnapshot, type SnapshotOwner } from '../../documents/snapshots.ts';
import { readTrash } from '../../documents/trash.repository.ts';
import { readVersions } from '../../documents/versions.repository.ts';
import {
  describeWorkingCopy,
  readWorkingCopies,
} from '../../documents/working-copies.repository.ts';

const MENTIONS_UPLOADS = '%uploads%';

/** `where` describes the text for people. */
type ReferencingText = { readonly where: string; readonly text: string };

/** Reads batches of deleted documents, versions and working copies. */
async function* readOtherTexts(
  db: Database,
  kind: DocumentKind,
): AsyncGenerator<readonly ReferencingText[]> {
  const toText = ({ snapshot, ...owner }: SnapshotOwner & { readonly snapshot: string }) => ({
    where: describeSnapshot(kind.name, owner),
    text: snapshot,
  });
  for await (const rows of readTrash(db, kind, MENTIONS_UPLOADS)) yield rows.map(toText);
  for await (const rows of readVersions(db, kind, MENTIONS_UPLOADS)) yield rows.map(toText);
  for await (const rows of readWorkingCopies(db, kind, MENTIONS_UPLOADS))
    yield rows.map((row) => ({ where: describeWorkingCopy(kind, row), text: row.form }));
}

/** Reads batches. Only checks and copies of the whole blog need this: `upload_references` has the names. */
export async function* readReferencingTexts(
  db: Database,
): AsyncGenerator<readonly ReferencingText[]> {
  const posts = db
    .selectFrom('posts')
    .select(['id', 'slug', 'featured_image', 'content', 'public_content']);
  for await (const rows of readById(posts))
    yield rows.map(({ slug, featured_image, content, public_content }) => ({
      where: `the post ${slug}`,
      text: [featured_image ?? '', content, public_content].join('\n'),
    }));
  // There are at most a hundred pages.
  const pages = await db
    .selectFrom('pages')
    .select(['slug', 'content', 'public_content'])
    .execute();
  yield pages.map(({ slug, content, public_content }) => ({
    where: `the page ${slug}`,
    text: [content ?? '', public_content ?? ''].join('\n'),
  }));
  for (const kind of [POSTS, PAGES]) yield* readOtherTexts(db, kind);
  const settings = await db.selectFrom('site_settings').select(['name', 'value']).execute();
  yield settings.map(({ name, value }) => ({ where: `the setting ${name}`, text: value }));
}

/** Includes posts whose working copy has the upload, and those that were never saved. Sorted newest first. */
export function listPostUses(db: Database, names: readonly string[]) {
  return db
    .selectFrom('upload_references')
    .leftJoin('posts', 'posts.id', 'upload_references.source_id')
    .leftJoin('working_copies', 'working_copies.id', 'upload_references.source_id')
    .select(({ fn, val }) => [
      ...(['name', 'upload_references.source_id as id'] as const),
      fn.coalesce('posts.title', 'working_copies.title', val('')).as('title'),
      'posts.published',
    ])
    .distinct()
    .where('source', 'in', ['posts', 'working_copies'])
    .where('name', 'in', names)
    .orderBy('upload_references.source_id', 'desc')
    .execute();
}

/** Includes pages whose working copy has the upload. */
export function listPageUses(db: Database, names: readonly string[]) {
  return db
    .selectFrom('upload_references')
    .innerJoin('pages', 'pages.id', 'upload_references.source_id')
    .select(['name', 'pages.id', 'pages.title'])
    .distinct()
    .where('source', 'in', ['pages', 'page_working_copies'])
    .where('name', 'in', names)
    .orderBy('pages.id', 'desc')
    .execute();
}

/** Reads all values, because they are few and short. */
export async function listSettingValues(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('site_settings').select('value').execute();
  return rows.map(({ value }) => value);
}
