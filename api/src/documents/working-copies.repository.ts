import { POST_FIELDS } from '@longhand/contract/post-fields';
import { BATCH_SIZE, readInBatches } from '../database/batches.ts';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import { storeReferences } from '../database/upload-references.repository.ts';
import type { CopyForm, DocumentKind, StoredDocument } from './document-kinds.ts';
import { CorruptSnapshot, parseObject, reasonOf } from './snapshots.ts';

/** `id` is that of the document, or a key for one that does not exist yet. */
export type StoredCopy<Form> = {
  readonly id: string;
  readonly base_version: number;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly form: Form;
};

type FormRow = { readonly id: string; readonly document_id: string | null; readonly form: string };

/** For people. */
export function describeWorkingCopy(
  { name }: DocumentKind,
  { id, document_id }: Omit<FormRow, 'form'>,
): string {
  return document_id === null
    ? `the unfinished ${name} ${id}`
    : `the working copy of the ${name} ${document_id}`;
}

/** Throws `CorruptSnapshot` for one that cannot be read. */
export function readForm<Form extends CopyForm>(
  kind: DocumentKind<StoredDocument, object, Form>,
  row: FormRow,
): Form {
  const corrupt = (why: string) =>
    new CorruptSnapshot(`${describeWorkingCopy(kind, row)} cannot be read: ${why}`);
  const stored = parseObject(row.form);
  if (!stored) throw corrupt('it is not a JSON object');
  const read = kind.copyForm.safeParse(stored);
  if (!read.success) throw corrupt(reasonOf(read.error));
  return read.data;
}

/** What a write has to know of the one it replaces, also if its form is damaged. */
export function findWorkingCopyVersion(db: Database, { copies }: DocumentKind, id: string) {
  return db
    .selectFrom(copies)
    .select(['version', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

const COLUMNS = ['id', 'base_version', 'version', 'created_at', 'updated_at'] as const;

/** With the column that has the document's id. Throws `CorruptSnapshot` for one that cannot be read. */
export async function findWorkingCopy<Form extends CopyForm>(
  db: Database,
  kind: DocumentKind<StoredDocument, object, Form>,
  id: string,
): Promise<StoredCopy<Form> | undefined> {
  const row = await db
    .selectFrom(kind.copies)
    .select([...COLUMNS, kind.idColumn, 'form'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...row, form: readForm(kind, { ...row, document_id: row[kind.idColumn] }) };
}

/**
 * Those with these ids, or the latest change first all but those of documents in the trash. Reads no form, which may
 * be long.
 */
export function listWorkingCopies(db: Database, kind: DocumentKind, ids?: readonly string[]) {
  const { idColumn, trash } = kind;
  return db
    .selectFrom(kind.copies)
    .select([...COLUMNS, idColumn, 'title'])
    .where(({ or, eb, selectFrom }) =>
      ids
        ? eb('id', 'in', ids)
        : or([
            eb(idColumn, 'is', null),
            eb(idColumn, 'not in', selectFrom(trash).select(idColumn)),
          ]),
    )
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute();
}

/** In batches; those whose form is like this. */
export function readWorkingCopies(db: Database, kind: DocumentKind, like: string) {
  return readInBatches(
    '',
    (after) =>
      db
        .selectFrom(kind.copies)
        .select(['id', `${kind.idColumn} as document_id` as const, 'form'])
        .where('id', '>', after)
        .where('form', 'like', like)
        .orderBy('id')
        .limit(BATCH_SIZE)
        .execute(),
    ({ id }) => id,
  );
}

/** For lists: a title that is too long for a document is in the form. */
function listedTitle({ title = '' }: CopyForm): string {
  return title.slice(0, POST_FIELDS.title.limit).toWellFormed();
}

/** Replaces the version, or if there must be none, inserts it. False if that is not what there is. */
export async function writeWorkingCopy(
  trx: DatabaseTransaction,
  kind: DocumentKind,
  copy: StoredCopy<CopyForm>,
  { expected, ...columns }: { readonly expected: number | undefined; search_text?: string | null },
): Promise<boolean> {
  const form = JSON.stringify(copy.form);
  const row = { ...copy, title: listedTitle(copy.form), form, ...columns };
  const written = await (expected === undefined
    ? trx
        .insertInto(kind.copies)
        .values(row)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst()
    : trx
        .updateTable(kind.copies)
        .set(row)
        .where('id', '=', copy.id)
        .where('version', '=', expected)
        .returning('id')
        .executeTakeFirst());
  if (written) await storeReferences(trx, { source: kind.copies, id: copy.id }, form);
  return written !== undefined;
}

/** Whatever its version, or only with this one. */
export async function deleteWorkingCopy(
  db: Database,
  { copies }: DocumentKind,
  id: string,
  expected?: number,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom(copies)
    .where('id', '=', id)
    .$if(expected !== undefined, (query) => query.where('version', '=', Number(expected)))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
