import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { eachDialect, type TestDatabase } from '../../../test-support/dialects.ts';
import { readConfig } from '../config.ts';
import { acquireReplacementLock } from '../database/replacement-lock.ts';
import { runJob } from '../jobs/run-job.ts';
import { automaticBackupJob, type MadeBackup, removeBackupLeftovers } from './automatic-backups.ts';

const HOUR_MS = 3_600_000;
const { signal } = new AbortController();

async function startClock(open: () => Promise<TestDatabase>) {
  const { db, dataDir, remove } = await open();
  onTestFinished(async () => {
    await db.destroy();
    await remove();
  });
  const folder = join(dataDir, 'backups');
  mkdirSync(folder);
  const clock = { now: new Date('2026-01-01T12:00:00.000Z') };
  const config = readConfig({ DATA_DIR: dataDir, BACKUP_EVERY: '12h', BACKUP_KEEP: '2' });
  const writes = {
    fail: undefined as Error | undefined,
    wait: undefined as Promise<void> | undefined,
    warnings: [] as string[],
  };
  const now = () => clock.now;
  const job = automaticBackupJob({
    ...{ config, clock: now, log: pino({ level: 'silent' }) },
    write: async (file) => {
      await writes.wait;
      if (writes.fail) throw writes.fail;
      writeFileSync(file, '');
      return writes.warnings;
    },
  });
  /** As another process on the same data, or the same after a restart, would have it. */
  const another = () => {
    const claimedBy = randomUUID();
    return {
      look: async (signal: AbortSignal) =>
        (await runJob(job, { db, clock: now, claimedBy, signal }))?.result as
          | MadeBackup
          | undefined,
    };
  };
  return {
    folder,
    dataDir,
    writes,
    another,
    names: () => readdirSync(folder).toSorted(),
    pass: (hours: number) => {
      clock.now = new Date(clock.now.getTime() + hours * HOUR_MS);
    },
  };
}

eachDialect((open) => {
  test('a backup is made when the latest is too old, whoever was restarted meanwhile', async () => {
    const { another, names, pass } = await startClock(open);
    await another().look(signal);
    expect(names()).toEqual(['automatic-2026-01-01T12-00-00Z.tar.gz']);
    pass(11);
    await another().look(signal);
    expect(names()).toHaveLength(1);
    pass(1);
    await another().look(signal);
    expect(names()).toHaveLength(2);
  });

  test('only the latest automatic ones are kept, and every other file is', async () => {
    const { another, names, pass, folder } = await startClock(open);
    const others = [
      'longhand-2020-01-01T12-00-00Z.tar.gz',
      'before-0003-x-2020-01-01T12-00-00Z.sqlite',
      'automatic-notes.txt',
    ];
    for (const name of others) writeFileSync(join(folder, name), '');
    for (let day = 0; day < 4; day += 1) {
      await another().look(signal);
      pass(24);
    }
    expect(names().filter((name) => !others.includes(name))).toEqual([
      'automatic-2026-01-03T12-00-00Z.tar.gz',
      'automatic-2026-01-04T12-00-00Z.tar.gz',
    ]);
    expect(names()).toEqual(expect.arrayContaining(others));
  });

  test('a failure deletes nothing, and is tried again after some minutes', async () => {
    const { another, names, pass, writes } = await startClock(open);
    for (let day = 0; day < 2; day += 1) {
      await another().look(signal);
      pass(24);
    }
    writes.fail = new Error('no room');
    await expect(another().look(signal)).rejects.toThrow('no room');
    expect(names()).toHaveLength(2);
    writes.fail = undefined;
    await another().look(signal);
    expect(names()).not.toContain('automatic-2026-01-03T12-00-00Z.tar.gz');
    pass(0.1);
    await another().look(signal);
    expect(names().at(-1)).toBe('automatic-2026-01-03T12-06-00Z.tar.gz');
  });

  test('of several processes only one makes it', async () => {
    const { another, names, writes } = await startClock(open);
    const released = Promise.withResolvers<void>();
    writes.wait = released.promise;
    const looks = [another(), another(), another()].map(({ look }) => look(signal));
    released.resolve();
    expect((await Promise.all(looks)).filter((file) => file !== undefined)).toHaveLength(1);
    expect(names()).toHaveLength(1);
  });

  test('what a crash left of a backup goes after an hour', async () => {
    const { dataDir, folder, names } = await startClock(open);
    for (const name of ['old.tmp', 'new.tmp', 'old.tar.gz']) writeFileSync(join(folder, name), '');
    const old = Date.now() / 1_000 - 4_000;
    for (const name of ['old.tmp', 'old.tar.gz']) utimesSync(join(folder, name), old, old);
    await removeBackupLeftovers(dataDir);
    expect(names()).toEqual(['new.tmp', 'old.tar.gz']);
  });

  test('a backup from the future neither hides that one is due nor takes the place of a real one', async () => {
    const { another, names, pass, folder } = await startClock(open);
    const future = 'automatic-2036-01-01T12-00-00Z.tar.gz';
    writeFileSync(join(folder, future), '');
    expect(await another().look(signal)).toBeDefined();
    expect(await another().look(signal)).toBeUndefined();
    for (let day = 0; day < 3; day += 1) {
      pass(24);
      await another().look(signal);
    }
    expect(names()).toEqual([
      'automatic-2026-01-03T12-00-00Z.tar.gz',
      'automatic-2026-01-04T12-00-00Z.tar.gz',
      future,
    ]);
  });

  test('a picture that is missing for ever does not fill the disk with backups', async () => {
    const { another, names, pass, writes } = await startClock(open);
    writes.warnings = ['a picture is missing'];
    for (let day = 0; day < 4; day += 1) {
      expect(await another().look(signal)).toMatchObject({ warnings: writes.warnings });
      pass(24);
    }
    expect(names()).toEqual([
      'automatic-2026-01-03T12-00-00Z.tar.gz',
      'automatic-2026-01-04T12-00-00Z.tar.gz',
    ]);
  });

  test('older ones that cannot be deleted are told apart from a backup that failed', async () => {
    const { another, names, pass, folder } = await startClock(open);
    // A folder is not deleted as a file is.
    mkdirSync(join(folder, 'automatic-2020-01-01T12-00-00Z.tar.gz'));
    await another().look(signal);
    pass(24);
    const made = await another().look(signal);
    expect(made?.notRemoved).toBeInstanceOf(Error);
    expect(names()).toContain('automatic-2026-01-02T12-00-00Z.tar.gz');
    expect(await another().look(signal)).toBeUndefined();
  });

  test('what a restore left that was ended early goes, unless one is under way', async () => {
    const { dataDir } = await startClock(open);
    const incoming = join(dataDir, 'incoming-2026-01-01T12-00-00Z');
    mkdirSync(incoming);
    const giveBack = acquireReplacementLock(dataDir);
    await removeBackupLeftovers(dataDir);
    expect(readdirSync(dataDir)).toContain('incoming-2026-01-01T12-00-00Z');
    giveBack();
    await removeBackupLeftovers(dataDir);
    expect(readdirSync(dataDir).filter((name) => /incoming|lock/.test(name))).toEqual([]);
  });
});
