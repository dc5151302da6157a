import { randomBytes } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import { openDatabase } from '../database/open.ts';
import { createDiskStore } from '../files/disk-store.ts';
import { createImageStore } from '../images/image-store.ts';
import { streamBackupFromChildProcess, writeBackupInChildProcess } from './backup-child-process.ts';
import { BackupError } from './backup-error.ts';
import { createBackupsService } from './backups.service.ts';

const SEVERAL_PIPES = 4_000_000;

/** With a picture that no pipe holds: a backup that nobody reads does not end by itself. */
async function makeBlog() {
  const dataDir = temporaryFolder();
  await (await openDatabase({ dataDir })).destroy();
  const { folder } = createImageStore(createDiskStore(dataDir));
  writeFileSync(join(folder, `${'0'.repeat(32)}-4x2.png`), randomBytes(SEVERAL_PIPES));
  return { dataDir, settings: [], siteUrl: 'http://localhost' };
}

const processes = () =>
  process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;

const never = new AbortController().signal;

function listening(signal = never) {
  const heard: unknown[] = [];
  const hear = (news: unknown) => heard.push(news);
  return { heard, options: { signal, onError: hear, onWarnings: hear } };
}

test('a backup of which nothing is read leaves no process behind', async () => {
  const { heard, options } = listening();
  const stream = await streamBackupFromChildProcess(await makeBlog(), options);
  expect(processes()).toBe(1);
  stream.destroy();
  await expect.poll(processes, { timeout: 10_000 }).toBe(0);
  expect(heard).toEqual([]);
});

test('a backup that nobody waits for any longer is not begun, or ended before its first byte', async () => {
  const job = await makeBlog();
  await expect(
    streamBackupFromChildProcess(job, listening(AbortSignal.abort(new Error('gone'))).options),
  ).rejects.toThrow('gone');
  expect(processes()).toBe(0);
  const leaving = new AbortController();
  const starting = streamBackupFromChildProcess(job, listening(leaving.signal).options);
  leaving.abort(new Error('left'));
  await expect(starting).rejects.toThrow('left');
  await expect.poll(processes, { timeout: 10_000 }).toBe(0);
});

test('a failure comes with its code, by which the answer is chosen', async () => {
  const job = await makeBlog();
  const file = join(job.dataDir, 'not-there', 'a.tar.gz');
  const failed = await writeBackupInChildProcess({ ...job, file }, never).catch((error) => error);
  expect(failed).toBeInstanceOf(BackupError);
  expect(failed).toMatchObject({ code: 'ENOENT', message: expect.stringContaining(file) });
  expect(readdirSync(job.dataDir)).not.toContain('backups');
});

test('an end of the server also reaches a download that has not begun to send', async () => {
  const db = await openDatabase({ dataDir: (await makeBlog()).dataDir });
  onTestFinished(() => db.destroy());
  const service = createBackupsService(
    db,
    () => new Date(),
    (signal) => setTimeout(60_000, undefined as never, { signal }),
  );
  const download = service.download(await service.giveTicket(), never);
  setImmediate(service.breakOff);
  await expect(download).rejects.toThrow('The download was broken off');
});
