import { readdirSync, rmSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { eachDialect, type TestDatabase } from '../../../test-support/dialects.ts';
import { databaseFile } from './database-file.ts';
import { openExisting, openExistingReadOnly } from './existing.ts';

async function openForTest(open: () => Promise<TestDatabase>): Promise<TestDatabase> {
  const database = await open();
  onTestFinished(database.remove);
  return database;
}

eachDialect((open) => {
  test('a blog that is there is opened, and one of another version is not looked at', async () => {
    const { db, ...place } = await openForTest(open);
    for (const openIt of [openExistingReadOnly, openExisting])
      await (await openIt(place)).destroy();
    await sql`delete from kysely_migration where name > '0002'`.execute(db);
    await expect(openExistingReadOnly(place)).rejects.toThrow(
      /of an earlier version\. Start the server once/,
    );
    await sql`insert into kysely_migration values ('9999-future', '2030')`.execute(db);
    await expect(openExistingReadOnly(place)).rejects.toThrow(/used by a newer version/);
    await db.destroy();
  });

  test('where there is no blog, none is made', async () => {
    const { db, dataDir, databaseUrl } = await openForTest(open);
    await db.destroy();
    const other = new URL(databaseUrl ?? 'postgres://nobody');
    other.pathname = 'postgres';
    const place = { dataDir, ...(databaseUrl && { databaseUrl: other.href }) };
    rmSync(databaseFile(dataDir), { force: true });
    for (const openIt of [openExistingReadOnly, openExisting])
      await expect(openIt(place)).rejects.toThrow(/There is no blog in .* look at DATA/);
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
