import type { WorkingCopy, WorkingCopySummary } from '@longhand/contract/working-copies';
import type { Selectable } from 'kysely';
import type { Database, DatabaseTransaction, WorkingCopiesTable } from '../database/tables.ts';

type Row = Selectable<WorkingCopiesTable>;

function toWorkingCopy({ form, ...row }: Row): WorkingCopy {
  return { ...row, form: JSON.parse(form) };
}

export async function findWorkingCopy(db: Database, id: string): Promise<WorkingCopy | undefined> {
  const row = await db
    .selectFrom('working_copies')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toWorkingCopy(row);
}

/** The latest change first; without those of posts in the trash. */
export async function listWorkingCopies(db: Database): Promise<WorkingCopySummary[]> {
  const rows = await db
    .selectFrom('working_copies')
    .leftJoin('posts', 'posts.id', 'working_copies.post_id')
    .selectAll('working_copies')
    .where(({ or, eb }) =>
      or([eb('working_copies.post_id', 'is', null), eb('posts.id', 'is not', null)]),
    )
    .orderBy('working_copies.updated_at', 'desc')
    .orderBy('working_copies.id')
    .execute();
  return rows.map((row) => {
    const { form, ...summary } = toWorkingCopy(row);
    return { ...summary, title: form.title ?? '' };
  });
}

/** False if there is one already. */
export async function insertWorkingCopy(
  trx: DatabaseTransaction,
  { form, ...row }: WorkingCopy,
): Promise<boolean> {
  const inserted = await trx
    .insertInto('working_copies')
    .values({ ...row, form: JSON.stringify(form) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** False if it has another version than `expected`. */
export async function replaceWorkingCopy(
  trx: DatabaseTransaction,
  { id, form, ...row }: WorkingCopy,
  expected: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('working_copies')
    .set({ ...row, form: JSON.stringify(form) })
    .where('id', '=', id)
    .where('version', '=', expected)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
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
