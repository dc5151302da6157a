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

const isRoot = process.getuid?.() === 0;
const NOBODY = { uid: 65_534, gid: 65_534 };
const IMAGE = `${'0'.repeat(32)}-4x2.png`;

/** A blog with one word in it, whose database is still open, as while it runs. */
async function openBlog() {
  const dataDir = temporaryFolder();
  const db = await openDatabase({ dataDir });
  await db.insertInto('settings').values({ name: 'word', value: 'kept' }).execute();
  mkdirSync(join(dataDir, 'uploads'));
  writeFileSync(join(dataDir, 'uploads', IMAGE), 'picture');
  return { dataDir, db };
}

/** For whoever runs the command: root may write anywhere, so it is somebody else then. */
function makeReadOnly(dataDir: string) {
  const paths = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  for (const path of ['', ...paths].map((each) => join(dataDir, each)))
    chmodSync(path, statSync(path).isDirectory() ? 0o555 : 0o444);
  onTestFinished(() => chmodSync(dataDir, 0o755));
  return isRoot ? NOBODY : {};
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

test('a blog that runs on a folder that may only be read is backed up elsewhere', async () => {
  const { dataDir, db } = await openBlog();
  await expectBackup(dataDir);
  await db.destroy();
});

test('a blog that is stopped, on a folder that may only be read, is backed up elsewhere', async () => {
  const { dataDir, db } = await openBlog();
  await db.destroy();
  expect(readdirSync(dataDir)).not.toContain('longhand.sqlite-wal');
  await expectBackup(dataDir);
});

test('what a crash left beside the database is in the backup, too', async () => {
  const { dataDir, db } = await openBlog();
  const crashed = temporaryFolder();
  mkdirSync(join(crashed, 'uploads'));
  for (const name of ['longhand.sqlite', 'longhand.sqlite-wal', `uploads/${IMAGE}`])
    copyFileSync(join(dataDir, name), join(crashed, name));
  await db.destroy();
  await expectBackup(crashed);
});
