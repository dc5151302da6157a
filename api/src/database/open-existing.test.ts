import { readdirSync, rmSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { eachDialect, type TestDatabase } from '../../../test-support/dialects.ts';
import { databaseFile } from './location.ts';
import { openExistingDatabase, openExistingDatabaseReadOnly } from './open-existing.ts';

async function openForTest(open: () => Promise<TestDatabase>): Promise<TestDatabase> {
  const database = await open();
  onTestFinished(database.remove);
  return database;
}

eachDialect((open) => {
  test('an existing blog is opened; one of another version is refused', async () => {
    const { db, ...location } = await openForTest(open);
    for (const openBlog of [openExistingDatabaseReadOnly, openExistingDatabase])
      await (await openBlog(location)).destroy();
    await sql`delete from kysely_migration where name > '0002'`.execute(db);
    await expect(openExistingDatabaseReadOnly(location)).rejects.toThrow(
      /from an earlier version\. Start the server once/,
    );
    await sql`insert into kysely_migration values ('9999-future', '2030')`.execute(db);
    await expect(openExistingDatabaseReadOnly(location)).rejects.toThrow(/used by a newer version/);
    await db.destroy();
  });

  test('without a blog, none is created', async () => {
    const { db, dataDir, databaseUrl } = await openForTest(open);
    await db.destroy();
    const other = new URL(databaseUrl ?? 'postgres://nobody');
    other.pathname = 'postgres';
    const location = { dataDir, ...(databaseUrl && { databaseUrl: other.href }) };
    rmSync(databaseFile(dataDir), { force: true });
    for (const openBlog of [openExistingDatabaseReadOnly, openExistingDatabase])
      await expect(openBlog(location)).rejects.toThrow(/There is no blog in .* check DATA/);
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
