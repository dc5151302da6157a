import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { eachDialect, type TestDatabase } from '../../../test-support/dialects.ts';
import { readConfig } from '../config/config.ts';
import { acquireReplacementLock } from '../database/sqlite/locks.ts';
import { runJob } from '../jobs/job-runner.ts';
import {
  type AutomaticBackup,
  automaticBackupJob,
  removeBackupLeftovers,
} from './automatic-backups.ts';

const HOUR_MS = 3_600_000;
const { signal } = new AbortController();

async function startJobs(open: () => Promise<TestDatabase>) {
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
      return { warnings: writes.warnings };
    },
    watch: (_kind, _signal, make) => make(),
  });
  /** As newProcess process on the same data, or the same after a restart, would have it. */
  const newProcess = () => {
    const claimedBy = randomUUID();
    return {
      run: async (signal: AbortSignal) =>
        (await runJob(job, { db, clock: now, claimedBy, signal }))?.result as
          | AutomaticBackup
          | undefined,
    };
  };
  return {
    folder,
    dataDir,
    writes,
    newProcess,
    names: () => readdirSync(folder).toSorted(),
    passHours: (hours: number) => {
      clock.now = new Date(clock.now.getTime() + hours * HOUR_MS);
    },
  };
}

eachDialect((open) => {
  test('a backup is made when the latest is too old, also after a restart', async () => {
    const { newProcess, names, passHours } = await startJobs(open);
    await newProcess().run(signal);
    expect(names()).toEqual(['automatic-2026-01-01T12-00-00Z.tar.gz']);
    passHours(11);
    await newProcess().run(signal);
    expect(names()).toHaveLength(1);
    passHours(1);
    await newProcess().run(signal);
    expect(names()).toHaveLength(2);
  });

  test('only old automatic backups are deleted, never another file', async () => {
    const { newProcess, names, passHours, folder } = await startJobs(open);
    const otherFiles = [
      'longhand-2020-01-01T12-00-00Z.tar.gz',
      'before-0003-x-2020-01-01T12-00-00Z.sqlite',
      'automatic-notes.txt',
    ];
    for (const name of otherFiles) writeFileSync(join(folder, name), '');
    for (let day = 0; day < 4; day += 1) {
      await newProcess().run(signal);
      passHours(24);
    }
    expect(names().filter((name) => !otherFiles.includes(name))).toEqual([
      'automatic-2026-01-03T12-00-00Z.tar.gz',
      'automatic-2026-01-04T12-00-00Z.tar.gz',
    ]);
    expect(names()).toEqual(expect.arrayContaining(otherFiles));
  });

  test('a failure deletes nothing, and is retried after some minutes', async () => {
    const { newProcess, names, passHours, writes } = await startJobs(open);
    for (let day = 0; day < 2; day += 1) {
      await newProcess().run(signal);
      passHours(24);
    }
    writes.fail = new Error('no room');
    await expect(newProcess().run(signal)).rejects.toThrow('no room');
    expect(names()).toHaveLength(2);
    writes.fail = undefined;
    await newProcess().run(signal);
    expect(names()).not.toContain('automatic-2026-01-03T12-00-00Z.tar.gz');
    passHours(0.1);
    await newProcess().run(signal);
    expect(names().at(-1)).toBe('automatic-2026-01-03T12-06-00Z.tar.gz');
  });

  test('only one of several processes makes the backup', async () => {
    const { newProcess, names, writes } = await startJobs(open);
    const released = Promise.withResolvers<void>();
    writes.wait = released.promise;
    const runs = [newProcess(), newProcess(), newProcess()].map(({ run }) => run(signal));
    released.resolve();
    expect((await Promise.all(runs)).filter((file) => file !== undefined)).toHaveLength(1);
    expect(names()).toHaveLength(1);
  });

  test('leftovers of a crashed backup are deleted after an hour', async () => {
    const { dataDir, folder, names } = await startJobs(open);
    for (const name of ['old.tmp', 'new.tmp', 'old.tar.gz']) writeFileSync(join(folder, name), '');
    const old = Date.now() / 1_000 - 4_000;
    for (const name of ['old.tmp', 'old.tar.gz']) utimesSync(join(folder, name), old, old);
    await removeBackupLeftovers(dataDir);
    expect(names()).toEqual(['new.tmp', 'old.tar.gz']);
  });

  test('a backup dated in the future neither postpones the next one nor counts among those to keep', async () => {
    const { newProcess, names, passHours, folder } = await startJobs(open);
    const future = 'automatic-2036-01-01T12-00-00Z.tar.gz';
    writeFileSync(join(folder, future), '');
    expect(await newProcess().run(signal)).toBeDefined();
    expect(await newProcess().run(signal)).toBeUndefined();
    for (let day = 0; day < 3; day += 1) {
      passHours(24);
      await newProcess().run(signal);
    }
    expect(names()).toEqual([
      'automatic-2026-01-03T12-00-00Z.tar.gz',
      'automatic-2026-01-04T12-00-00Z.tar.gz',
      future,
    ]);
  });

  test('old backups are deleted even when a picture is missing', async () => {
    const { newProcess, names, passHours, writes } = await startJobs(open);
    writes.warnings = ['a picture is missing'];
    for (let day = 0; day < 4; day += 1) {
      expect(await newProcess().run(signal)).toMatchObject({ warnings: writes.warnings });
      passHours(24);
    }
    expect(names()).toEqual([
      'automatic-2026-01-03T12-00-00Z.tar.gz',
      'automatic-2026-01-04T12-00-00Z.tar.gz',
    ]);
  });

  test('failing to delete old backups does not fail the new one', async () => {
    const { newProcess, names, passHours, folder } = await startJobs(open);
    // A folder cannot be deleted as a file.
    mkdirSync(join(folder, 'automatic-2020-01-01T12-00-00Z.tar.gz'));
    await newProcess().run(signal);
    passHours(24);
    const backup = await newProcess().run(signal);
    expect(backup?.cleanupError).toBeInstanceOf(Error);
    expect(names()).toContain('automatic-2026-01-02T12-00-00Z.tar.gz');
    expect(await newProcess().run(signal)).toBeUndefined();
  });

  test('the staging folder of an interrupted restore is deleted, unless a restore is running', async () => {
    const { dataDir } = await startJobs(open);
    const staging = join(dataDir, 'incoming-2026-01-01T12-00-00Z');
    mkdirSync(staging);
    const unlock = acquireReplacementLock(dataDir);
    await removeBackupLeftovers(dataDir);
    expect(readdirSync(dataDir)).toContain('incoming-2026-01-01T12-00-00Z');
    unlock();
    await removeBackupLeftovers(dataDir);
    expect(readdirSync(dataDir).filter((name) => /incoming|lock/.test(name))).toEqual([]);
  });
});
