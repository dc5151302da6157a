import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { eachDialect, openEach, type TestDatabase } from '../../test/dialects.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { databaseFile } from '../database/database-file.ts';
import { moveBlog } from './move.ts';

type Open = () => Promise<TestDatabase>;

async function emptyPlace(open: Open) {
  const { db, dataDir, databaseUrl, remove } = await open();
  onTestFinished(remove);
  await db.destroy();
  return { dataDir, databaseUrl };
}

eachDialect((open) => {
  test('where there is no blog, none is moved', async () => {
    const { dataDir, databaseUrl } = await emptyPlace(open);
    const nothing = new URL(databaseUrl ?? 'postgres://nobody');
    nothing.pathname = 'postgres';
    const from = databaseUrl ? { dataDir, databaseUrl: nothing.href } : { dataDir: `${dataDir}-2` };
    await expect(moveBlog(from, await emptyPlace(open))).rejects.toThrow(/^There is no blog in/);
  });
});

test('a damaged database is not taken for one without a blog', async () => {
  const from = { dataDir: temporaryFolder() };
  writeFileSync(databaseFile(from.dataDir), 'not a database at all, whatever its name says');
  await expect(moveBlog(from, { dataDir: temporaryFolder() })).rejects.toThrow(
    'file is not a database',
  );
});

test('nor is one whose tables this user may not read', async () => {
  const place = await emptyPlace(openEach.postgres);
  const client = new pg.Client(place.databaseUrl);
  await client.connect();
  const user = `user_${randomUUID().replaceAll('-', '')}`;
  await client.query(`create role ${user} login`);
  onTestFinished(async () => {
    await client.query(`drop role ${user}`);
    await client.end();
  });
  const url = new URL(place.databaseUrl ?? '');
  url.username = user;
  const from = { ...place, databaseUrl: url.href };
  await expect(moveBlog(from, { dataDir: temporaryFolder() })).rejects.toThrow(
    'permission denied for table',
  );
});
