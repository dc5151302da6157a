import type { Database } from '../database/tables.ts';
import { BATCH_SIZE, readInBatches } from './batches.ts';

type PageText = { readonly where: string; readonly text: string };

function readPageVersions(db: Database, like: string) {
  return readInBatches(
    { page_id: '', version: -1 },
    ({ page_id, version }) =>
      db
        .selectFrom('page_versions')
        .select(['page_id', 'version', 'snapshot'])
        .where(({ eb, and, or }) =>
          or([
            eb('page_id', '>', page_id),
            and([eb('page_id', '=', page_id), eb('version', '>', version)]),
          ]),
        )
        .where('snapshot', 'like', like)
        .orderBy('page_id')
        .orderBy('version')
        .limit(BATCH_SIZE)
        .execute(),
    (row) => row,
  );
}

/** In batches: what pages, deleted ones and their versions show. */
export async function* readPageTexts(
  db: Database,
  like: string,
): AsyncGenerator<readonly PageText[]> {
  // There are at most a hundred pages.
  const pages = await db
    .selectFrom('pages')
    .select(['slug', 'content', 'public_content'])
    .where(({ eb, or }) => or([eb('content', 'like', like), eb('public_content', 'like', like)]))
    .execute();
  yield pages.map(({ slug, content, public_content }) => ({
    where: `the page ${slug}`,
    text: [content ?? '', public_content ?? ''].join('\n'),
  }));
  const trash = await db
    .selectFrom('trashed_pages')
    .select(['page_id', 'snapshot'])
    .where('snapshot', 'like', like)
    .execute();
  yield trash.map(({ page_id, snapshot }) => ({
    where: `the page ${page_id} in the trash`,
    text: snapshot,
  }));
  for await (const rows of readPageVersions(db, like))
    yield rows.map(({ page_id, version, snapshot }) => ({
      where: `version ${version} in the history of the page ${page_id}`,
      text: snapshot,
    }));
}

/** The pages whose text is like this. */
export function listPagesWith(db: Database, like: string) {
  return db
    .selectFrom('pages')
    .select(['id', 'title', 'content'])
    .where('content', 'like', like)
    .orderBy('id')
    .execute();
}

/** Of the versions, only those that were replaced after `since`. */
export async function isInPages(db: Database, like: string, since: string): Promise<boolean> {
  const row = await db
    .selectFrom('pages')
    .select('id')
    .where('content', 'like', like)
    .unionAll(
      db.selectFrom('trashed_pages').select('page_id as id').where('snapshot', 'like', like),
    )
    .unionAll(
      db
        .selectFrom('page_versions')
        .select('page_id as id')
        .where('replaced_at', '>=', since)
        .where('snapshot', 'like', like),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
