import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import { addVisitors, findVisitors } from '../../../test-support/visitors.ts';
import { openFileStore } from '../files/open-store.ts';
import { migrations } from './migrations/index.ts';
import { DatabaseStartError, migrate, openDatabase } from './open.ts';
import { findCorruption, summarizeDatabase } from './sqlite/snapshot.ts';
import { inTransaction, useAndClose } from './transaction.ts';

eachDialect((open) => {
  test('migrating twice changes nothing', async () => {
    const { db, remove } = await open();
    await migrate(db);
    const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    expect(applied.rows.map((row) => row.name)).toEqual(Object.keys(migrations));
    await db.destroy();
    await remove();
  });

  test('a failed migration leaves the data unchanged, and the error says so', async () => {
    const { db, remove } = await open();
    await db.insertInto('settings').values({ name: 'existing', value: 'yes' }).execute();
    const broken = {
      ...migrations,
      '9998-good': {
        up: (trx: typeof db) => trx.schema.createTable('whole').addColumn('a', 'text').execute(),
      },
      '9999-broken': {
        up: async (trx: typeof db) => {
          await trx.schema.createTable('half').addColumn('a', 'text').execute();
          await trx.deleteFrom('settings').execute();
          throw new Error('it broke');
        },
      },
    };
    await expect(migrate(db, broken)).rejects.toThrow(
      /9999-broken failed \(it broke\)\. Nothing was changed/,
    );
    expect(await db.selectFrom('settings').selectAll().execute()).toEqual([
      { name: 'existing', value: 'yes' },
    ]);
    const tables = await db.introspection.getTables();
    expect(tables.map((table) => table.name)).not.toContain('half');
    expect(tables.map((table) => table.name)).not.toContain('whole');
    await migrate(db);
    await db.destroy();
    await remove();
  });

  test('a database of a newer version is refused', async () => {
    const { db, remove } = await open();
    await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2030-01-01')`.execute(
      db,
    );
    await expect(migrate(db)).rejects.toThrow(/newer version.*9999-future.*Use that version/);
    await db.destroy();
    await remove();
  });
});

test('SQLite runs with a write-ahead log, full syncs and foreign keys', async () => {
  const db = await openDatabase({ dataDir: temporaryFolder() });
  const pragma = async (name: string) =>
    Object.values(
      (await sql<Record<string, unknown>>`${sql.raw(`pragma ${name}`)}`.execute(db)).rows[0] ?? {},
    )[0];
  expect(await pragma('journal_mode')).toBe('wal');
  expect(await pragma('synchronous')).toBe(2);
  expect(await pragma('foreign_keys')).toBe(1);
  expect(await pragma('busy_timeout')).toBe(5000);
  await db.destroy();
});

test('a transaction waits for another process, even if it reads before writing', async () => {
  const folder = temporaryFolder();
  const db = await openDatabase({ dataDir: folder });
  const holder = spawn(process.execPath, [
    '-e',
    `const db = new (require('better-sqlite3'))(${JSON.stringify(join(folder, 'longhand.sqlite'))});
     db.exec("begin immediate; insert into settings values ('theirs', '')");
     console.log('held');
     setTimeout(() => db.exec('commit'), 500);`,
  ]);
  await once(holder.stdout, 'data');
  const seen = await db.transaction().execute(async (trx) => {
    const before = await trx.selectFrom('settings').select('name').execute();
    await trx.insertInto('settings').values({ name: 'ours', value: '' }).execute();
    return before;
  });
  expect(seen).toEqual([{ name: 'theirs' }]);
  await db.destroy();
});

const REMOVE_SETTINGS = {
  ...migrations,
  '8888-remove-settings': {
    up: (db: Kysely<unknown>) => db.schema.dropTable('settings').execute(),
  },
};

test('a migration takes a snapshot first, and the latest three are kept', async () => {
  const dataDir = temporaryFolder();
  const backups = join(dataDir, 'backups');
  await useAndClose(await openDatabase({ dataDir }), addVisitors);
  expect(existsSync(backups)).toBe(false);
  mkdirSync(backups);
  const older = [1, 2, 3].map((day) => `before-0003-x-2026-01-0${day}T00-00-00Z.sqlite`);
  for (const name of [...older, 'before-noon.sqlite']) writeFileSync(join(backups, name), '');

  const snapshots: string[] = [];
  const onSnapshot = (file: string) => snapshots.push(file);
  const db = await openDatabase({ dataDir }, { onSnapshot, migrations: REMOVE_SETTINGS });
  await db.destroy();
  expect(snapshots).toHaveLength(1);
  const [snapshot = ''] = snapshots;
  expect(basename(snapshot)).toMatch(/^before-8888-remove-settings-[\dTZ-]+\.sqlite$/);
  expect(statSync(snapshot).mode & 0o777).toBe(0o600);
  expect(findCorruption(snapshot)).toBeUndefined();
  expect(findVisitors(dataDir)).toEqual([true, true]);
  expect(findVisitors(snapshot)).toEqual([false, false]);
  expect(summarizeDatabase(snapshot).migrations).toEqual(Object.keys(migrations));
  expect(readdirSync(backups).toSorted()).toEqual(
    [...older.slice(1), basename(snapshot), 'before-noon.sqlite'].toSorted(),
  );
});

test('without a snapshot nothing is migrated, and a failed migration leaves no snapshot', async () => {
  const dataDir = temporaryFolder();
  await (await openDatabase({ dataDir })).destroy();
  writeFileSync(join(dataDir, 'backups'), 'in its place');
  await expect(openDatabase({ dataDir }, { migrations: REMOVE_SETTINGS })).rejects.toThrow(
    /it could not be copied first.*Nothing was changed.*enough space/,
  );
  rmSync(join(dataDir, 'backups'));
  const broken = { ...migrations, '9999-broken': { up: () => Promise.reject(new Error('no')) } };
  await expect(openDatabase({ dataDir }, { migrations: broken })).rejects.toThrow(
    DatabaseStartError,
  );
  expect(readdirSync(join(dataDir, 'backups'))).toEqual([]);
  const db = await openDatabase({ dataDir });
  expect(await db.selectFrom('settings').selectAll().execute()).toEqual([]);
  await db.destroy();
});

test('file access within a transaction is refused', async () => {
  const dataDir = temporaryFolder();
  const db = await openDatabase({ dataDir });
  const files = openFileStore({ dataDir });
  const write = inTransaction(db, async (trx) => {
    await trx.insertInto('settings').values({ name: 'a', value: '' }).execute();
    await files.remove('uploads/a.png');
  });
  await expect(write).rejects.toThrow('within a transaction');
  await files.remove('uploads/a.png');
  expect(await db.selectFrom('settings').selectAll().execute()).toEqual([]);
  await db.destroy();
});

test('the error about an unusable folder says what to do', async () => {
  const file = join(temporaryFolder(), 'a-file');
  writeFileSync(file, '');
  await expect(openDatabase({ dataDir: join(file, 'below') })).rejects.toThrow(DatabaseStartError);
  await expect(openDatabase({ dataDir: join(file, 'below') })).rejects.toThrow(
    /could not be opened.*can this user write/s,
  );
});

test('a database that fails during migration is explained with its own error', async () => {
  const dataDir = temporaryFolder();
  await (await openDatabase({ dataDir })).destroy();
  const corrupt = Object.assign(new Error('database disk image is malformed'), {
    code: 'SQLITE_CORRUPT',
  });
  const failing = { ...migrations, '9999-x': { up: () => Promise.reject(corrupt) } };
  await expect(openDatabase({ dataDir }, { migrations: failing })).rejects.toThrow(
    /could not be used: database disk image is malformed\. The database in .* is damaged/,
  );
  // Corruption after the first page: opening succeeds, and reading fails later.
  const file = join(dataDir, 'longhand.sqlite');
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0x55, 4_096, bytes.length));
  await expect(openDatabase({ dataDir })).rejects.toThrow(/could not be .*malformed/);
  await expect(openDatabase({ dataDir })).rejects.not.toThrow(/undefined/);
});

test('a file that is not a database is refused', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'longhand.sqlite'),
    'this is not a database, but a text that is long enough',
  );
  await expect(openDatabase({ dataDir: folder })).rejects.toThrow(/could not be opened/);
});
