import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openEach } from '../../../test-support/dialects.ts';
import { isUsedByOthers } from './in-use.ts';
import { connectDatabase } from './open.ts';
import { openReadOnly } from './read-only.ts';

async function openTwice() {
  const { db, dataDir, databaseUrl, remove } = await openEach.postgres();
  await db.destroy();
  const place = { dataDir, databaseUrl };
  const looking = openReadOnly(place);
  const server = connectDatabase(place);
  onTestFinished(async () => {
    await looking.destroy();
    await remove();
  });
  await sql`select 1`.execute(server);
  return { looking, server };
}

test('a blog that a server has open is in use', async () => {
  const { looking, server } = await openTwice();
  onTestFinished(() => server.destroy());
  expect(await isUsedByOthers(looking)).toBe(true);
});

test('one whose server is just leaving is waited for', async () => {
  const { looking, server } = await openTwice();
  const leaving = setTimeout(500).then(() => server.destroy());
  expect(await isUsedByOthers(looking)).toBe(false);
  await leaving;
});
