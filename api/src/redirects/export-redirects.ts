import { writeCsv } from '../csv.ts';
import type { Database } from '../database/tables.ts';
import { toListed } from './redirect-chains.ts';
import { readRedirects, readWithFormer } from './redirects.repository.ts';

/** Redirects to drafts are included, those to deleted documents are not. */
export async function* redirectsAsCsv(db: Database): AsyncGenerator<string> {
  yield writeCsv([['from', 'to']]);
  for await (const rows of readRedirects(db))
    yield writeCsv(rows.map(toListed).flatMap(({ from, to }) => (to === null ? [] : [[from, to]])));
}

export async function listOldAddresses(db: Database): Promise<string[]> {
  const rows = await Array.fromAsync(readWithFormer(db));
  return rows.flat().map(({ from_path }) => from_path);
}
