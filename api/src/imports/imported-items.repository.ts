import type { Insertable } from 'kysely';
import { isFound } from '../database/results.ts';
import type { Database, Tables, Transaction } from '../database/tables.ts';

type ImportedItem = Insertable<Tables['imported_items']>;

/** Redirects have these values instead of a guid and a document; their path is the `source_id`. */
const REDIRECT = { guid: 'redirect', kind: 'redirect', document_id: '' } as const;

export function listImported(db: Database, origin: string) {
  return db
    .selectFrom('imported_items')
    .select(['guid', 'source_id', 'kind', 'document_id'])
    .where('origin', '=', origin)
    .where('kind', '!=', REDIRECT.kind)
    .$narrowType<{ kind: 'post' | 'page' }>()
    .execute();
}

/** Lists the paths of redirects that lead to no document of the import. */
export async function listImportedRedirects(db: Database, origin: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('imported_items')
    .select('source_id')
    .where('origin', '=', origin)
    .where('kind', '=', REDIRECT.kind)
    .execute();
  return new Set(rows.map(({ source_id }) => source_id));
}

/** False if the item is stored already. */
export async function insertImported(trx: Transaction, item: ImportedItem): Promise<boolean> {
  return trx
    .insertInto('imported_items')
    .values(item)
    .onConflict((conflict) => conflict.doNothing())
    .returning('document_id')
    .$call(isFound);
}

export function insertImportedRedirect(
  trx: Transaction,
  { origin, path, now }: { readonly origin: string; readonly path: string; readonly now: string },
): Promise<boolean> {
  return insertImported(trx, { origin, ...REDIRECT, source_id: path, imported_at: now });
}
