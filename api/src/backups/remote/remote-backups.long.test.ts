import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openDialect } from '../../../../test-support/dialects.ts';
import { KEYS } from '../../../../test-support/s3-server.ts';
import { run, temporaryFolder } from '../../../../test-support/server-process.ts';
import { mountSmallDisk } from '../../../../test-support/small-disk.ts';
import { createBucket } from '../../../../test-support/stores.ts';
import { readConfig } from '../../config/config.ts';
import { runInChild, startChild } from '../../run-in-child.ts';
import { backupJobOf } from '../make-backup.ts';
import { type SendJob, sendBackup } from './send-backup.ts';
import { listStored, readBlogNumber, type StoredBackup } from './stored-backups.ts';
import { openTarget } from './target.ts';

const PASSPHRASE = 'correct horse battery staple';
const PICTURE_BYTES = 9_000_000;

/** With a picture that is larger than one part of an upload. */
async function makeBlog() {
  const { db, dataDir, remove } = await openDialect.sqlite();
  onTestFinished(remove);
  const bucket = await createBucket();
  const settings = {
    DATA_DIR: dataDir,
    BACKUP_TO: `s3://${bucket.S3_BUCKET}/blogs/mine`,
    BACKUP_TO_KEEP: '1d',
    BACKUP_PASSPHRASE: PASSPHRASE,
    BACKUP_S3_ENDPOINT: bucket.S3_ENDPOINT ?? '',
    BACKUP_S3_ACCESS_KEY: KEYS.S3_ACCESS_KEY,
    BACKUP_S3_SECRET_KEY: KEYS.S3_SECRET_KEY,
  };
  const blog = await readBlogNumber(db, readConfig(settings).site.url);
  await db.destroy();
  mkdirSync(join(dataDir, 'uploads'), { recursive: true });
  writeFileSync(join(dataDir, 'uploads', `${'0'.repeat(32)}-4x2.png`), randomBytes(PICTURE_BYTES));
  return { settings, blog };
}

function jobOf(settings: Record<string, string>, blog: string): SendJob {
  const config = readConfig(settings);
  const { remote } = config.backups;
  if (!remote) throw new Error('BACKUP_TO is not set');
  return { ...backupJobOf(config), remote, blog };
}

const listAll = ({ remote, blog }: SendJob) => listStored(openTarget(remote.place), blog);
const goodOf = (backups: readonly StoredBackup[]) =>
  backups.filter(({ state }) => state === 'good').map(({ name }) => name);

/** Every one that is called good can be restored. */
async function expectRestorable(settings: Record<string, string>, names: readonly string[]) {
  for (const name of names) {
    const restore = run('cli/restore.ts', { ...settings, DATA_DIR: temporaryFolder() }, undefined, [
      name,
    ]);
    expect(await restore.exited, restore.output.stderr).toBe(0);
  }
}

/** Names have seconds. */
const nextSecond = () => wait(1_000);

test('a backup in an object store is made by the command, listed and restored by another machine', async () => {
  const { settings, blog } = await makeBlog();
  const backup = run('cli/backup.ts', settings);
  expect(await backup.exited, backup.output.stderr).toBe(0);
  expect(backup.output.stderr).toMatch(/tar\.gz\.age\nis a backup of .*It was read back/);
  expect(backup.output.stderr).not.toContain(PASSPHRASE);
  const [name = ''] = goodOf(await listAll(jobOf(settings, blog)));
  const other = { ...settings, DATA_DIR: temporaryFolder() };
  const which = run('cli/restore.ts', other);
  expect(await which.exited).toBe(1);
  expect(which.output.stderr).toContain(`has these, for npm run restore -- NAME:\n  ${name}\n`);
  const withoutPassphrase = run('cli/restore.ts', { ...other, BACKUP_PASSPHRASE: '' }, undefined, [
    name,
  ]);
  expect(await withoutPassphrase.exited).toBe(1);
  expect(withoutPassphrase.output.stderr).toContain('set BACKUP_PASSPHRASE');
  await expectRestorable(settings, [name]);
});

test('a wrong key makes nothing, deletes nothing and is not shown', async () => {
  const { settings, blog } = await makeBlog();
  const { name } = await sendBackup(jobOf(settings, blog));
  const secret = 'a wrong secret key';
  const wrong = jobOf({ ...settings, BACKUP_S3_SECRET_KEY: secret }, blog);
  const error: Error = await sendBackup(wrong).then(
    () => new Error('it was sent'),
    (reason) => reason,
  );
  expect(error.message).toMatch(
    /refused \(SignatureDoesNotMatch, 403\)\. Check BACKUP_S3_ACCESS_KEY/,
  );
  expect(error.message).not.toContain(secret);
  expect(goodOf(await listAll(jobOf(settings, blog)))).toEqual([name]);
});

/** Passes requests on until the given one, whose connection and all later ones it breaks. */
async function startBreaking(endpoint: string, breakAt: number, how: 'request' | 'response') {
  let requests = 0;
  const proxy = createServer((incoming, outgoing) => {
    requests += 1;
    const isBroken = requests >= breakAt;
    if (isBroken && how === 'request') {
      incoming.once('data', () => incoming.socket.destroy());
      incoming.once('end', () => incoming.socket.destroy());
      return;
    }
    const { method, url, headers } = incoming;
    const passed = httpRequest(endpoint + url, { method, headers }, (answer) => {
      // The store has done it, but the client does not hear so.
      if (isBroken) outgoing.destroy();
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(async () => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const { port } = proxy.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, count: () => requests };
}

/** How many requests to go on each time: a broken response is waited for, and tried again, for long. */
const STEPS = { request: 1, response: 3 } as const;

test.each(['request', 'response'] as const)(
  'a connection that breaks in a %s loses no good backup and calls no bad one good',
  async (how) => {
    const { settings, blog } = await makeBlog();
    const direct = jobOf(settings, blog);
    await sendBackup(direct);
    let breakAt = 1;
    // When it was sent, only the cleanup breaks.
    for (let sent = 0; sent < 2; breakAt += STEPS[how]) {
      await nextSecond();
      const before = goodOf(await listAll(direct));
      const proxy = await startBreaking(settings.BACKUP_S3_ENDPOINT, breakAt, how);
      const job = jobOf({ ...settings, BACKUP_S3_ENDPOINT: proxy.endpoint }, blog);
      const backup = await sendBackup(job).catch(() => undefined);
      const after = goodOf(await listAll(direct));
      const expected = backup ? [backup.name] : before;
      expect(after, `request ${breakAt}`).toEqual(expect.arrayContaining(expected));
      if (backup) sent += 1;
    }
    await expectRestorable(settings, goodOf(await listAll(direct)));
    // A list, a put in parts, reading back, the marker, and what follows.
    expect(breakAt).toBeGreaterThan(8);
  },
);

const ENTRY = new URL('../backup-child-process-entry.ts', import.meta.url);
const KILLS = 4;

test('kill -9 at any moment loses no good backup and calls no bad one good', async () => {
  const { settings, blog } = await makeBlog();
  const job = jobOf(settings, blog);
  const startedAt = performance.now();
  await runInChild(ENTRY, job);
  const wholeMs = performance.now() - startedAt;
  for (let round = 1; round <= KILLS; round += 1) {
    await nextSecond();
    const before = goodOf(await listAll(job));
    const child = startChild(ENTRY);
    const ended = child.run(job).catch(() => {});
    await Promise.race([wait((wholeMs * round) / KILLS), ended]);
    await child.kill();
    const after = goodOf(await listAll(job));
    // Without a new one that is good, the others are as they were.
    const isMade = after.some((name) => !before.includes(name));
    expect(after).toEqual(isMade ? expect.arrayContaining([after[0]]) : before);
    await expectRestorable(settings, after.slice(0, 1));
  }
});

test('kill -9 while a folder is written leaves nothing that looks like a backup', async () => {
  const { settings, blog } = await makeBlog();
  const folder = temporaryFolder();
  const job = jobOf({ ...settings, BACKUP_TO: folder }, blog);
  const child = startChild(ENTRY);
  child.run(job).catch(() => {});
  await expect.poll(() => readdirSync(folder).length, { interval: 1 }).toBeGreaterThan(0);
  await child.kill();
  const backups = await listAll(job);
  expect(goodOf(backups).length).toBe(
    readdirSync(folder).filter((name) => name.endsWith('.verified')).length,
  );
  for (const name of goodOf(backups))
    expect(readFileSync(join(folder, name)).length).toBeGreaterThan(PICTURE_BYTES);
});

test('a full disk at BACKUP_TO loses no good backup, and leaves nothing', async ({ skip }) => {
  const folder = mountSmallDisk(15);
  if (folder === undefined) return skip('a small disk cannot be mounted here');
  const { settings, blog } = await makeBlog();
  const job = jobOf({ ...settings, BACKUP_TO: folder }, blog);
  const { name } = await sendBackup(job);
  await nextSecond();
  await expect(sendBackup(job)).rejects.toThrow(/The disk is full\. Free some space there\./);
  expect(readdirSync(folder).toSorted()).toEqual([name, `${name}.verified`]);
  expect(goodOf(await listAll(job))).toEqual([name]);
});
