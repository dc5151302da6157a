import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createPostgresDatabase } from '../../../test-support/postgres-databases.ts';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import { postFields } from '../../../test-support/test-app.ts';
import { backupsFolder, databaseFile } from '../database/location.ts';
import { migrations } from '../database/migrations/index.ts';
import { openDatabase } from '../database/open.ts';
import { summarizeDatabase } from '../database/sqlite/snapshot.ts';
import { useAndClose } from '../database/transaction.ts';
import { createPostsService } from '../posts/posts.service.ts';
import { moveBlog } from './move.ts';
import { copyBeforeMigration } from './postgres-content.ts';
import { findSnapshot } from './rollback.ts';

const NAMES = Object.keys(migrations);
const firstOf = (count: number) => Object.fromEntries(Object.entries(migrations).slice(0, count));

test('PostgreSQL is copied before a migration from every earlier version', async () => {
  for (let count = 1; count < NAMES.length; count += 1) {
    const databaseUrl = await createPostgresDatabase('');
    const dataDir = temporaryFolder();
    await (await openDatabase({ dataDir, databaseUrl }, { migrations: firstOf(count) })).destroy();
    const copies: string[] = [];
    const db = await openDatabase(
      { dataDir, databaseUrl },
      {
        onSnapshot: (file) => copies.push(file),
        copyPostgres: (name) => copyBeforeMigration({ dataDir, databaseUrl }, name, new Date()),
      },
    );
    await db.destroy();
    const [copy = ''] = copies;
    expect(copy).toContain(`before-${NAMES[count]}-`);
    expect(summarizeDatabase(copy).migrations).toEqual(NAMES.slice(0, count));
    expect(readdirSync(backupsFolder(dataDir))).toHaveLength(1);
  }
});

const NEXT = { ...migrations, '8888-next': { up: async () => {} } };

test('the copy has the content, and is returned to as the rollback says', async () => {
  const databaseUrl = await createPostgresDatabase();
  const dataDir = temporaryFolder();
  const location = { dataDir, databaseUrl };
  expect(() => findSnapshot(location, undefined)).toThrow(/nothing to roll back to/);
  await useAndClose(await openDatabase(location), async (db) => {
    await createPostsService(db, () => new Date()).create(postFields);
  });
  const options = {
    migrations: NEXT,
    copyPostgres: (name: string) => copyBeforeMigration(location, name, new Date()),
  };
  await (await openDatabase(location, options)).destroy();
  expect(() => findSnapshot(location, undefined)).toThrow(
    new RegExp(`before-8888-next-.*last migration is ${NAMES.at(-1)},.*npm run move`, 's'),
  );
  const [name = ''] = readdirSync(backupsFolder(dataDir));
  copyFileSync(`${backupsFolder(dataDir)}/${name}`, databaseFile(dataDir));
  const empty = await createPostgresDatabase('');
  expect(await moveBlog({ dataDir }, { dataDir, databaseUrl: empty })).toMatchObject({ posts: 1 });
});

test('without a copy nothing is migrated, and a failed migration leaves none', async () => {
  const databaseUrl = await createPostgresDatabase();
  const dataDir = temporaryFolder();
  const location = { dataDir, databaseUrl };
  const copyPostgres = () => Promise.reject(new Error('no room'));
  await expect(openDatabase(location, { migrations: NEXT, copyPostgres })).rejects.toThrow(
    /could not be copied first \(no room\)/,
  );
  const broken = { ...migrations, '9999-broken': { up: () => Promise.reject(new Error('no')) } };
  await expect(
    openDatabase(location, {
      migrations: broken,
      copyPostgres: (name) => copyBeforeMigration(location, name, new Date()),
    }),
  ).rejects.toThrow('Nothing was changed');
  expect(existsSync(backupsFolder(dataDir)) && readdirSync(backupsFolder(dataDir))).toEqual([]);
});
