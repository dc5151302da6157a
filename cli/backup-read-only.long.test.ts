import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { connectDatabase, openDatabase } from '@longhand/api/database';
import { expect, onTestFinished, test } from 'vitest';
import { run, temporaryFolder } from '../test-support/server-process.ts';
import { UNPRIVILEGED } from '../test-support/unprivileged.ts';

const IMAGE = `${'0'.repeat(32)}-4x2.png`;

/** With one word in it; the database stays open, as in a running server. */
async function openBlog() {
  const dataDir = temporaryFolder();
  const db = await openDatabase({ dataDir });
  await db.insertInto('settings').values({ name: 'word', value: 'kept' }).execute();
  mkdirSync(join(dataDir, 'uploads'));
  writeFileSync(join(dataDir, 'uploads', IMAGE), 'picture');
  return { dataDir, db };
}

/** Returns the user for the command: root may write anywhere. */
function makeReadOnly(dataDir: string) {
  const paths = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  for (const path of ['', ...paths].map((name) => join(dataDir, name)))
    chmodSync(path, statSync(path).isDirectory() ? 0o555 : 0o444);
  onTestFinished(() => chmodSync(dataDir, 0o755));
  return UNPRIVILEGED;
}

function contentsOf(folder: string) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  return names.map((name) => [name, statSync(join(folder, name)).mtimeMs]);
}

async function wordIn(backup: string): Promise<string | undefined> {
  const dataDir = temporaryFolder();
  const restore = run('cli/restore.ts', { DATA_DIR: dataDir }, undefined, [backup]);
  expect(await restore.exited, restore.output.stderr).toBe(0);
  expect(readFileSync(join(dataDir, 'uploads', IMAGE), 'utf8')).toBe('picture');
  const db = connectDatabase({ dataDir });
  const rows = await db.selectFrom('settings').selectAll().where('name', '=', 'word').execute();
  await db.destroy();
  return rows[0]?.value;
}

async function expectBackup(dataDir: string): Promise<void> {
  const as = makeReadOnly(dataDir);
  const folder = temporaryFolder();
  chmodSync(folder, 0o777);
  const file = join(folder, 'a.tar.gz');
  const before = contentsOf(dataDir);
  const backup = run('cli/backup.ts', { DATA_DIR: dataDir }, undefined, [file], as);
  expect(await backup.exited, backup.output.stderr).toBe(0);
  expect(contentsOf(dataDir)).toEqual(before);
  expect(readdirSync(folder)).toEqual(['a.tar.gz']);
  expect(await wordIn(file)).toBe('kept');
}

test('a running blog on a read-only folder is backed up into another folder', async () => {
  const { dataDir, db } = await openBlog();
  await expectBackup(dataDir);
  await db.destroy();
});

test('a stopped blog on a read-only folder is backed up into another folder', async () => {
  const { dataDir, db } = await openBlog();
  await db.destroy();
  expect(readdirSync(dataDir)).not.toContain('longhand.sqlite-wal');
  await expectBackup(dataDir);
});

test('the write-ahead log of a crashed server is included in the backup', async () => {
  const { dataDir, db } = await openBlog();
  const crashed = temporaryFolder();
  mkdirSync(join(crashed, 'uploads'));
  for (const name of ['longhand.sqlite', 'longhand.sqlite-wal', `uploads/${IMAGE}`])
    copyFileSync(join(dataDir, name), join(crashed, name));
  await db.destroy();
  await expectBackup(crashed);
});
