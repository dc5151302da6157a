import { POST_FIELDS } from '@longhand/contract/posts/post-fields';
import { readById } from '../database/batches.ts';
import { hasChanged } from '../database/results.ts';
import type { Database, Transaction } from '../database/tables.ts';
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

export function describeWorkingCopy(
  { name }: DocumentKind,
  { id, document_id }: Omit<FormRow, 'form'>,
): string {
  return document_id === null
    ? `the unfinished ${name} ${id}`
    : `the working copy of the ${name} ${document_id}`;
}

/** Throws `CorruptSnapshot` if the form cannot be read. */
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

/** A write needs to know this of the copy that it replaces, also if the form of that is damaged. */
export function findWorkingCopyVersion(db: Database, { copies }: DocumentKind, id: string) {
  return db
    .selectFrom(copies)
    .select(['version', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

const COLUMNS = ['id', 'base_version', 'version', 'created_at', 'updated_at'] as const;

/** Includes the column that has the document's id. Throws `CorruptSnapshot` if the form cannot be read. */
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
 * Without ids, lists all but those of documents in the trash, the latest change first. Reads no form, which may be
 * long.
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

/** The forms without a title, of documents that do not exist yet. */
export function listUntitledForms(db: Database, { copies, idColumn }: DocumentKind) {
  return db
    .selectFrom(copies)
    .select(['id', `${idColumn} as document_id` as const, 'form'])
    .where(idColumn, 'is', null)
    .where(({ eb, fn }) => eb(fn<string>('trim', ['title']), '=', ''))
    .execute();
}

/** Leaves out the copies of documents that do not exist yet. */
export async function listCopiedIds(db: Database, kind: DocumentKind): Promise<string[]> {
  const id = `${kind.idColumn} as document_id` as const;
  const rows = await db.selectFrom(kind.copies).select(id).orderBy(kind.idColumn).execute();
  return rows.flatMap(({ document_id }) => document_id ?? []);
}

/** Reads batches of the copies whose form matches the pattern `like`. */
export function readWorkingCopies(db: Database, kind: DocumentKind, like: string) {
  const matching = db
    .selectFrom(kind.copies)
    .select(['id', `${kind.idColumn} as document_id` as const, 'form'])
    .where('form', 'like', like);
  return readById(matching);
}

/** Shortened for lists: the form keeps a title that is too long for a document. */
function listedTitle({ title = '' }: CopyForm): string {
  return title.slice(0, POST_FIELDS.title.limit).toWellFormed();
}

/**
 * Replaces the expected version, or inserts the copy if there must be none. False if the stored copy is another one.
 */
export async function writeWorkingCopy(
  trx: Transaction,
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

/** Without a version, the copy is deleted whatever its version is. */
export function deleteWorkingCopy(
  db: Database,
  { copies }: DocumentKind,
  id: string,
  expected?: number,
): Promise<boolean> {
  return db
    .deleteFrom(copies)
    .where('id', '=', id)
    .$if(expected !== undefined, (query) => query.where('version', '=', Number(expected)))
    .$call(hasChanged);
}
