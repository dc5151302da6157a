import { POST_FIELDS } from '@longhand/contract/post-fields';
import {
  type WorkingCopy,
  type WorkingCopySummary,
  workingCopyForm,
} from '@longhand/contract/working-copies';
import type { Selectable } from 'kysely';
import type { Database, DatabaseTransaction, WorkingCopiesTable } from '../database/tables.ts';
import { storeReferences } from '../database/upload-references.repository.ts';
import { BATCH_SIZE, readInBatches } from './batches.ts';
import { CorruptSnapshot, parseObject, reasonOf } from './snapshots.ts';

type Row = Selectable<WorkingCopiesTable>;

export function describeWorkingCopy({ id, post_id }: Pick<Row, 'id' | 'post_id'>): string {
  return post_id === null ? `the unfinished post ${id}` : `the working copy of the post ${post_id}`;
}

/** Drops the fields that this version of the software does not have. */
const storedForm = workingCopyForm.strip();

/** Throws `CorruptSnapshot` for one that cannot be read. */
export function readForm(row: Pick<Row, 'id' | 'post_id' | 'form'>): WorkingCopy['form'] {
  const corrupt = (why: string) =>
    new CorruptSnapshot(`${describeWorkingCopy(row)} cannot be read: ${why}`);
  const stored = parseObject(row.form);
  if (!stored) throw corrupt('it is not a JSON object');
  const read = storedForm.safeParse(stored);
  if (!read.success) throw corrupt(reasonOf(read.error));
  return read.data;
}

/** What a write has to know of the one it replaces, also if its form is damaged. */
export function findWorkingCopyVersion(db: Database, id: string) {
  return db
    .selectFrom('working_copies')
    .select(['version', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Throws `CorruptSnapshot` for one that cannot be read. */
export async function findWorkingCopy(db: Database, id: string): Promise<WorkingCopy | undefined> {
  const row = await db
    .selectFrom('working_copies')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { title: _, search_text: __, ...found } = row;
  return { ...found, form: readForm(row) };
}

const SUMMARY_COLUMNS = [
  'working_copies.id',
  'working_copies.post_id',
  'working_copies.base_version',
  'working_copies.version',
  'working_copies.title',
  'working_copies.created_at',
  'working_copies.updated_at',
] as const;

/** Also those of posts in the trash. */
export function listCopiesWithIds(
  db: Database,
  ids: readonly string[],
): Promise<WorkingCopySummary[]> {
  return db
    .selectFrom('working_copies')
    .select(SUMMARY_COLUMNS)
    .where('working_copies.id', 'in', ids)
    .execute();
}

/** The latest change first; without those of posts in the trash. Reads no form, which may be long. */
export function listWorkingCopies(db: Database): Promise<WorkingCopySummary[]> {
  return db
    .selectFrom('working_copies')
    .leftJoin('posts', 'posts.id', 'working_copies.post_id')
    .select(SUMMARY_COLUMNS)
    .where(({ or, eb }) =>
      or([eb('working_copies.post_id', 'is', null), eb('posts.id', 'is not', null)]),
    )
    .orderBy('working_copies.updated_at', 'desc')
    .orderBy('working_copies.id')
    .execute();
}

/** For lists: a title that is too long for a post is in the form. */
function listedTitle({ title = '' }: WorkingCopy['form']): string {
  return title.slice(0, POST_FIELDS.title.limit).toWellFormed();
}

function toRow(copy: WorkingCopy, search_text: string | null): Row {
  const form = JSON.stringify(copy.form);
  return { ...copy, title: listedTitle(copy.form), form, search_text };
}

/** In batches: those without a search text. */
export function readUnsearchedCopies(db: Database) {
  return readInBatches(
    '',
    (after) =>
      db
        .selectFrom('working_copies')
        .select(['id', 'post_id', 'version', 'form'])
        .where('search_text', 'is', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(BATCH_SIZE)
        .execute(),
    ({ id }) => id,
  );
}

/** Of this version of the copy. */
export async function saveCopySearchText(
  db: Database,
  { id, version }: Pick<Row, 'id' | 'version'>,
  text: string,
): Promise<void> {
  await db
    .updateTable('working_copies')
    .set({ search_text: text })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute();
}

/** False if there is one already. */
export async function insertWorkingCopy(
  trx: DatabaseTransaction,
  copy: WorkingCopy,
  searchText: string | null,
): Promise<boolean> {
  const row = toRow(copy, searchText);
  const inserted = await trx
    .insertInto('working_copies')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) await storeReferences(trx, { source: 'working_copies', id: row.id }, row.form);
  return inserted !== undefined;
}

/** False if it has another version than `expected`. */
export async function replaceWorkingCopy(
  trx: DatabaseTransaction,
  copy: WorkingCopy,
  searchText: string | null,
  expected: number,
): Promise<boolean> {
  const row = toRow(copy, searchText);
  const { numUpdatedRows } = await trx
    .updateTable('working_copies')
    .set(row)
    .where('id', '=', copy.id)
    .where('version', '=', expected)
    .executeTakeFirstOrThrow();
  const isReplaced = numUpdatedRows > 0n;
  if (isReplaced) await storeReferences(trx, { source: 'working_copies', id: row.id }, row.form);
  return isReplaced;
}

/** Whatever its version, or only with this one. */
export async function deleteWorkingCopy(
  db: Database,
  id: string,
  expected?: number,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('working_copies')
    .where('id', '=', id)
    .$if(expected !== undefined, (query) => query.where('version', '=', Number(expected)))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
