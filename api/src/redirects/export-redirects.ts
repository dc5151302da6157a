import type { RedirectInput } from '@longhand/contract/redirect-list';
import { writeCsv } from '../csv.ts';
import type { Database } from '../database/tables.ts';
import { toListed } from './redirect-chains.ts';
import { listFormerAddresses, readRedirects } from './redirects.repository.ts';

/** Those that lead somewhere, also to a draft, as CSV. */
export async function* redirectsAsCsv(db: Database): AsyncGenerator<string> {
  yield writeCsv([['from', 'to']]);
  for await (const rows of readRedirects(db))
    yield writeCsv(rows.map(toListed).flatMap(({ from, to }) => (to === null ? [] : [[from, to]])));
}

/** Everything that leads a visitor on: also the former addresses of posts and pages. */
export async function listPublicRedirects(db: Database): Promise<RedirectInput[]> {
  const redirects: RedirectInput[] = [];
  for await (const rows of readRedirects(db))
    for (const { from, to, is_public } of rows.map(toListed))
      if (is_public && to !== null) redirects.push({ from, to });
  return [...redirects, ...(await listFormerAddresses(db))];
}
