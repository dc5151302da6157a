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
