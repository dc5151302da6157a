import { randomBytes } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import { openDatabase } from '../database/open.ts';
import { createDiskStore } from '../files/disk-store.ts';
import { createImageStore } from '../images/image-store.ts';
import { ChildFailure } from '../run-in-child.ts';
import { backupInChildProcess, streamBackupFromChildProcess } from './backup-child-process.ts';
import { createBackupDownloads } from './backups.service.ts';

const MORE_THAN_PIPE_BUFFERS = 4_000_000;

/** Its picture is larger than the pipes' buffers, so an unread backup cannot finish. */
async function makeBlog() {
  const dataDir = temporaryFolder();
  await (await openDatabase({ dataDir })).destroy();
  const { folder } = createImageStore(createDiskStore(dataDir));
  writeFileSync(join(folder, `${'0'.repeat(32)}-4x2.png`), randomBytes(MORE_THAN_PIPE_BUFFERS));
  return { dataDir, settings: [], siteUrl: 'http://localhost' };
}

const countChildren = () =>
  process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;

const neverAborted = new AbortController().signal;

function recordEvents(signal = neverAborted) {
  const events: unknown[] = [];
  const record = (event: unknown) => events.push(event);
  return { events, options: { signal, onError: record, onResult: record } };
}

test('a stream that is destroyed unread leaves no process behind', async () => {
  const { events, options } = recordEvents();
  const stream = await streamBackupFromChildProcess(await makeBlog(), options);
  expect(countChildren()).toBe(1);
  stream.destroy();
  await expect.poll(countChildren).toBe(0);
  expect(events).toEqual([]);
});

test('an aborted backup is not started, or ended before its first byte', async () => {
  const job = await makeBlog();
  await expect(
    streamBackupFromChildProcess(job, recordEvents(AbortSignal.abort(new Error('gone'))).options),
  ).rejects.toThrow('gone');
  expect(countChildren()).toBe(0);
  const client = new AbortController();
  const starting = streamBackupFromChildProcess(job, recordEvents(client.signal).options);
  client.abort(new Error('left'));
  await expect(starting).rejects.toThrow('left');
  await expect.poll(countChildren).toBe(0);
});

test('an error keeps its code, which selects the response', async () => {
  const job = await makeBlog();
  const file = join(job.dataDir, 'not-there', 'a.tar.gz');
  const error = await backupInChildProcess({ ...job, file }, neverAborted).catch(
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(ChildFailure);
  expect(error).toMatchObject({
    ...{ kind: 'BackupError', code: 'ENOENT', message: expect.stringContaining(file) },
  });
  expect(readdirSync(job.dataDir)).not.toContain('backups');
});

test('a shutdown also cancels a download that has not sent anything yet', async () => {
  const db = await openDatabase({ dataDir: (await makeBlog()).dataDir });
  onTestFinished(() => db.destroy());
  const service = createBackupDownloads(
    db,
    () => new Date(),
    (signal) => setTimeout(60_000, undefined as never, { signal }),
  );
  const download = service.download(await service.createTicket(), neverAborted);
  setImmediate(service.cancelDownloads);
  await expect(download).rejects.toThrow('The download was interrupted');
});
