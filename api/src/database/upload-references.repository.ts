import { imageNamesIn } from '@longhand/contract/media/image-names';
import type { Database, Transaction, UploadReferencesTable } from './tables.ts';

type TextPlace = {
  readonly source: UploadReferencesTable['source'];
  readonly id: string;
  /** Only set for a replaced version. */
  readonly version?: number;
};

const BATCH_SIZE = 500;

/** Called with each text that is stored. Triggers remove what belongs to a deleted row. */
export async function storeReferences(
  trx: Transaction,
  { source, id, version = 0 }: TextPlace,
  text: string,
): Promise<void> {
  await trx
    .deleteFrom('upload_references')
    .where('source', '=', source)
    .where('source_id', '=', id)
    .where('version', '=', version)
    .execute();
  const names = [...new Set(imageNamesIn(text))];
  for (let first = 0; first < names.length; first += BATCH_SIZE)
    await trx
      .insertInto('upload_references')
      .values(
        names
          .slice(first, first + BATCH_SIZE)
          .map((name) => ({ source, source_id: id, version, name })),
      )
      .execute();
}

export async function findReferenced(db: Database, names: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('upload_references')
    .select('name')
    .distinct()
    .where('name', 'in', names)
    .execute();
  return rows.map(({ name }) => name);
}
