import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { eachDialect, emptyLocation } from '../../../test-support/dialects.ts';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import type { DatabaseLocation } from '../database/location.ts';
import { connectDatabase } from '../database/open.ts';
import type { ApiTokensTable } from '../database/tables.ts';
import { useAndClose } from '../database/transaction.ts';
import { writeBackup } from './make-backup.ts';
import { moveBlog } from './move.ts';
import { restoreBackup } from './restore.ts';

const TOKEN: ApiTokensTable = {
  ...{ id: '1', token_hash: 'hash-of-a-token', name: 'A script', scope: 'publish' },
  ...{ created_at: '2026-01-01T12:00:00.000Z', expires_at: null, last_used_at: null },
};

const addToken = (location: DatabaseLocation) =>
  useAndClose(connectDatabase(location), (db) =>
    db.insertInto('api_tokens').values(TOKEN).execute(),
  );
const tokensOf = (location: DatabaseLocation) =>
  useAndClose(connectDatabase(location), (db) => db.selectFrom('api_tokens').selectAll().execute());

eachDialect((open) => {
  test('a backup has no tokens, and a restore brings none back', async () => {
    const location = await emptyLocation(open);
    await addToken(location);
    const file = join(temporaryFolder(), 'backup.tar.gz');
    await writeBackup({ ...location, settings: [], siteUrl: '' }, file);
    const archive = gunzipSync(readFileSync(file));
    expect([archive.includes('title'), archive.includes(TOKEN.token_hash)]).toEqual([true, false]);
    await restoreBackup(location, file);
    expect(await tokensOf(location)).toEqual([]);
  });

  test('a move keeps the tokens', async () => {
    const [from, to] = [await emptyLocation(open), await emptyLocation(open)];
    await addToken(from);
    await moveBlog(from, to);
    expect(await tokensOf(to)).toEqual([TOKEN]);
  });
});
