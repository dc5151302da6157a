import { readdirSync, readFileSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openDialect } from '../../../../test-support/dialects.ts';
import { temporaryFolder } from '../../../../test-support/temporary-folder.ts';
import { readConfig } from '../../config/config.ts';
import { openDatabase } from '../../database/open.ts';
import { createDiskStore } from '../../files/disk-store.ts';
import { createImageStore } from '../../images/image-store.ts';
import { backupJobOf } from '../make-backup.ts';
import { restoreBackup } from '../restore.ts';
import { type SendJob, sendBackup } from './send-backup.ts';
import { listStored, readBlogNumber } from './stored-backups.ts';
import { openTarget } from './target.ts';

const PASSPHRASE = 'correct horse battery staple';

afterEach(() => {
  vi.useRealTimers();
});

async function makeBlog(settings: Record<string, string> = {}) {
  const { db, dataDir, remove } = await openDialect.sqlite();
  onTestFinished(remove);
  const folder = temporaryFolder();
  const config = readConfig({ DATA_DIR: dataDir, BACKUP_TO: folder, ...settings });
  const blog = await readBlogNumber(db, config.site.url);
  await db.destroy();
  const { folder: uploads } = createImageStore(createDiskStore(dataDir));
  writeFileSync(join(uploads, `${'0'.repeat(32)}-4x2.png`), 'a picture');
  const { remote } = config.backups;
  if (!remote) throw new Error('BACKUP_TO is not set');
  const job: SendJob = { ...backupJobOf(config), remote, blog };
  return { job, blog, folder, names: () => readdirSync(folder).toSorted() };
}

/** Only the dates: streams need their timers. */
function setDate(date: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(date) });
}

test('a backup is sent, marked when it was read back, and can be restored', async () => {
  const { job, names, folder } = await makeBlog();
  const { name, bytes, cleanupError } = await sendBackup(job);
  expect(cleanupError).toBeUndefined();
  expect(names()).toEqual([name, `${name}.verified`]);
  const marker = JSON.parse(readFileSync(join(folder, `${name}.verified`), 'utf8'));
  expect(marker).toMatchObject({ software: 'longhand', file: name, size: bytes });
  const dataDir = temporaryFolder();
  const { manifest } = await restoreBackup({ dataDir }, join(folder, name));
  expect(manifest.files).toHaveLength(2);
});

test('with a passphrase it is encrypted, and is restored only with that', async () => {
  const { job, folder } = await makeBlog({ BACKUP_PASSPHRASE: PASSPHRASE });
  const { name } = await sendBackup(job);
  expect(name).toMatch(/\.tar\.gz\.age$/);
  const file = join(folder, name);
  expect(readFileSync(file, 'latin1')).not.toContain('a picture');
  const restore = (passphrase?: string) =>
    restoreBackup({ dataDir: temporaryFolder() }, file, { passphrase });
  await expect(restore()).rejects.toThrow(
    /is encrypted: set BACKUP_PASSPHRASE .*Nothing was changed/,
  );
  await expect(restore('another passphrase')).rejects.toThrow(/another passphrase than the one/);
  expect((await restore(PASSPHRASE)).manifest.files).toHaveLength(2);
});

test('old ones are deleted by the rule, and nothing else', async () => {
  const { job, blog, folder, names } = await makeBlog({ BACKUP_TO_KEEP: '2d,1m' });
  const others = [
    'notes.txt',
    'longhand-2020-01-01T12-00-00Z.tar.gz',
    `longhand-${'a'.repeat(12)}-2020-01-01T12-00-00Z.tar.gz`,
    `longhand-${'a'.repeat(12)}-2020-01-01T12-00-00Z.tar.gz.verified`,
    `longhand-${blog}-2036-01-01T12-00-00Z.tar.gz`,
  ];
  for (const name of others) writeFileSync(join(folder, name), '');
  const made: string[] = [];
  for (const day of ['01-30', '01-31', '02-01', '02-02', '02-03']) {
    setDate(`2026-${day}T12:00:00.000Z`);
    made.push((await sendBackup(job)).name);
  }
  const kept = made.slice(-2);
  expect(names()).toEqual(
    [...others, ...kept, ...kept.map((name) => `${name}.verified`)].toSorted(),
  );
});

test('one that has changed since it was verified displaces no good one', async () => {
  const { job, folder, names } = await makeBlog({ BACKUP_TO_KEEP: '2d' });
  const made: string[] = [];
  for (const day of ['01', '02', '03']) {
    setDate(`2026-01-${day}T12:00:00.000Z`);
    made.push((await sendBackup(job)).name);
    if (day === '02') truncateSync(join(folder, made.at(-1) ?? ''), 10);
  }
  const stored = await listStored(openTarget(job.remote.place), job.blog);
  expect(stored.map(({ state }) => state)).toEqual(['good', 'changed', 'good']);
  expect(names()).toEqual(expect.arrayContaining(made));
});

test('a failure deletes nothing and leaves nothing', async () => {
  const { job, names } = await makeBlog({ BACKUP_TO_KEEP: '1d' });
  setDate('2026-01-01T12:00:00.000Z');
  await sendBackup(job);
  const before = names();
  setDate('2026-01-02T12:00:00.000Z');
  await expect(sendBackup({ ...job, dataDir: temporaryFolder() })).rejects.toThrow('no blog');
  await expect(sendBackup(job, { signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow();
  expect(names()).toEqual(before);
});

test('what an interrupted backup has left is deleted after a day', async () => {
  const { job, blog, folder, names } = await makeBlog();
  const unfinished = `longhand-${blog}-2026-01-01T12-00-00Z.tar.gz`;
  const part = `longhand-${blog}-2026-01-01T13-00-00Z.tar.gz.tmp`;
  for (const name of [unfinished, part]) {
    writeFileSync(join(folder, name), '');
    utimesSync(join(folder, name), new Date('2026-01-01'), new Date('2026-01-01'));
  }
  setDate('2026-01-01T20:00:00.000Z');
  await sendBackup(job);
  expect(names()).toEqual(expect.arrayContaining([unfinished, part]));
  setDate('2026-01-03T12:00:00.000Z');
  await sendBackup(job);
  expect(names().filter((name) => name === unfinished || name === part)).toEqual([]);
});

test('a folder that does not exist is not created: its disk may not be mounted', async () => {
  const missing = join(temporaryFolder(), 'disk');
  const { job } = await makeBlog({ BACKUP_TO: missing });
  await expect(sendBackup(job)).rejects.toThrow(/is the disk mounted\?/);
});

test('a copy of the blog at another address has another number', async () => {
  const dataDir = temporaryFolder();
  const db = await openDatabase({ dataDir });
  onTestFinished(() => db.destroy());
  const number = await readBlogNumber(db, 'https://blog.example');
  expect(await readBlogNumber(db, 'https://blog.example')).toBe(number);
  expect(await readBlogNumber(db, 'http://localhost:3000')).not.toBe(number);
});
