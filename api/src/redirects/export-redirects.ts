import { writeCsv } from '../csv.ts';
import type { Database } from '../database/tables.ts';
import { toListed } from './redirect-chains.ts';
import { listFormerAddresses, readRedirects } from './redirects.repository.ts';

/** Redirects to drafts are included, those to deleted documents are not. */
export async function* redirectsAsCsv(db: Database): AsyncGenerator<string> {
  yield writeCsv([['from', 'to']]);
  for await (const rows of readRedirects(db))
    yield writeCsv(rows.map(toListed).flatMap(({ from, to }) => (to === null ? [] : [[from, to]])));
}

export async function listOldAddresses(db: Database): Promise<string[]> {
  const addresses = await listFormerAddresses(db);
  for await (const rows of readRedirects(db))
    addresses.push(...rows.map(({ from_path }) => from_path));
  return [...new Set(addresses)];
}
