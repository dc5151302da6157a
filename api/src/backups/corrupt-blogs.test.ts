import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import { databaseFile } from '../database/location.ts';
import { openDatabase } from '../database/open.ts';
import { findCorruption } from '../database/sqlite/snapshot.ts';
import { type BackupJob, writeBackup } from './make-backup.ts';
import { unpackBackup } from './read-archive.ts';
import { restoreBackup } from './restore.ts';
import { rollBack } from './rollback.ts';

const IMAGE = `${createHash('sha256').update('a picture').digest('hex').slice(0, 32)}-4x2.png`;

/** With texts in the search index, and a trashed post that shows a picture. */
async function makeBlog(): Promise<BackupJob> {
  const dataDir = temporaryFolder();
  const db = await openDatabase({ dataDir });
  for (let n = 1; n < 50; n += 1)
    await db
      .insertInto('post_search')
      .values({ rowid: n, text: `the text number ${n}` })
      .execute();
  const snapshot = JSON.stringify({ featured_image: `/uploads/${IMAGE}` });
  await db
    .insertInto('trashed_posts')
    .values({
      post_id: 'gone',
      deleted_at: '2026-01-01T12:00:00.000Z',
      summary: '',
      snapshot,
    })
    .execute();
  await db.destroy();
  mkdirSync(join(dataDir, 'uploads'));
  writeFileSync(join(dataDir, 'uploads', IMAGE), 'a picture');
  return { dataDir, settings: [], siteUrl: 'http://localhost' };
}

const newFile = () => join(temporaryFolder(), 'backup.tar.gz');

function corruptIndex(dataDir: string): void {
  const database = new SqliteDatabase(databaseFile(dataDir)).unsafeMode();
  database.exec('delete from post_search_data where id > 10');
  database.close();
}

test('a corrupt search index is rebuilt in the backup', async () => {
  const job = await makeBlog();
  corruptIndex(job.dataDir);
  expect(findCorruption(databaseFile(job.dataDir))).toMatch(/fts5/i);
  const file = newFile();
  await writeBackup(job, file);
  const dataDir = temporaryFolder();
  await restoreBackup({ dataDir }, file);
  expect(findCorruption(databaseFile(dataDir))).toBeUndefined();
  const db = await openDatabase({ dataDir });
  expect(await db.selectFrom('post_search').select('rowid').execute()).toHaveLength(49);
  await db.destroy();
});

test('an empty database is not backed up', async () => {
  const job = await makeBlog();
  const file = newFile();
  truncateSync(databaseFile(job.dataDir), 0);
  await expect(writeBackup(job, file)).rejects.toThrow(
    /is not a blog’s database\. No backup was made.*restore an earlier backup/,
  );
  expect(readdirSync(join(file, '..'))).toEqual([]);
  expect(readdirSync(job.dataDir)).not.toContain('backups');
});

test('a picture that disappears during the backup fails it', async () => {
  const job = await makeBlog();
  const file = newFile();
  const onProgress = () => rmSync(join(job.dataDir, 'uploads', IMAGE), { force: true });
  await expect(writeBackup(job, file, { onProgress })).rejects.toThrow(
    /which the post gone in the trash shows, disappeared while the backup was made.*Try again/,
  );
  expect(readdirSync(join(file, '..'))).toEqual([]);
  const { warnings } = await writeBackup(job, file);
  expect(warnings).toEqual([
    `uploads/${IMAGE}, which the post gone in the trash shows, is missing.`,
  ]);
});

test('pictures of other sites are not reported as missing', async () => {
  const job = await makeBlog();
  const db = await openDatabase(job);
  const external = `https://elsewhere.example/uploads/${'1'.repeat(32)}-4x2.png`;
  await db
    .updateTable('trashed_posts')
    .set({ snapshot: `<img src="${external}">` })
    .execute();
  await db.destroy();
  expect((await writeBackup(job, newFile())).warnings).toEqual([]);
});

test('an error while unpacking blames the disk, not the backup', async () => {
  const file = newFile();
  await writeBackup(await makeBlog(), file);
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'longhand.sqlite'), 'in its place');
  await expect(unpackBackup(file, folder)).rejects.toThrow(
    /could not be unpacked into .*EEXIST.*'\. Is there enough space\? Nothing was changed\.$/,
  );
  await expect(unpackBackup(join(folder, 'none'), temporaryFolder())).rejects.toThrow(
    /could not be read as a backup: ENOENT[^.]*none'\. Nothing was changed\.$/,
  );
});

test('a backup that is stopped leaves nothing behind', async () => {
  const job = await makeBlog();
  const file = newFile();
  const stopping = new AbortController();
  const onProgress = () => stopping.abort(new Error('stopped'));
  await expect(writeBackup(job, file, { onProgress, signal: stopping.signal })).rejects.toThrow();
  expect(readdirSync(join(file, '..'))).toEqual([]);
  expect(readdirSync(job.dataDir)).not.toContain('backups');
});

test('a snapshot that is not a database is a BackupError', async () => {
  const { dataDir } = await makeBlog();
  const snapshot = join(temporaryFolder(), 'before-0003-x-2026-01-01T12-00-00Z.sqlite');
  writeFileSync(snapshot, 'no database at all, '.repeat(100));
  await expect(rollBack(dataDir, snapshot)).rejects.toThrow(/is damaged.*Nothing was changed/);
  rmSync(snapshot);
  mkdirSync(snapshot);
  await expect(rollBack(dataDir, snapshot)).rejects.toThrow(
    /could not be replaced: .*Nothing was changed/,
  );
  expect(readdirSync(dataDir).toSorted()).toEqual(['longhand.sqlite', 'uploads']);
});

test('restored data are readable by their owner only', async () => {
  const file = newFile();
  await writeBackup(await makeBlog(), file);
  const dataDir = join(temporaryFolder(), 'data');
  await restoreBackup({ dataDir }, file);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(statSync(databaseFile(dataDir)).mode & 0o777).toBe(0o600);
});
