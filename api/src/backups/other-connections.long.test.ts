import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDialect } from '../../../test-support/dialects.ts';
import { connectDatabase } from '../database/open.ts';
import { openDatabaseReadOnly } from '../database/read-only.ts';
import { hasOtherConnections } from './postgres-content.ts';

async function openTwice() {
  const { db, dataDir, databaseUrl, remove } = await openDialect.postgres();
  await db.destroy();
  const location = { dataDir, databaseUrl };
  const reader = openDatabaseReadOnly(location);
  const server = connectDatabase(location);
  onTestFinished(async () => {
    await reader.destroy();
    await remove();
  });
  await sql`select 1`.execute(server);
  return { reader, server };
}

test('a connection of a server is detected', async () => {
  const { reader, server } = await openTwice();
  onTestFinished(() => server.destroy());
  expect(await hasOtherConnections(reader)).toBe(true);
});

test('waits for a server that is shutting down', async () => {
  const { reader, server } = await openTwice();
  const shutdown = setTimeout(500).then(() => server.destroy());
  expect(await hasOtherConnections(reader)).toBe(false);
  await shutdown;
});
