import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startAlertReceiver } from '../../../../test-support/alert-receiver.ts';
import { eachDialect, type TestDatabase } from '../../../../test-support/dialects.ts';
import { temporaryFolder } from '../../../../test-support/temporary-folder.ts';
import { createAlerts } from '../../alerts/alerts.ts';
import { readConfig } from '../../config/config.ts';
import { runDoctor } from '../../doctor/doctor.ts';
import { runJob } from '../../jobs/job-runner.ts';
import { endRetryPauses } from '../../jobs/jobs.repository.ts';
import { remoteBackupJob } from '../remote/remote-backup-job.ts';
import { createBackupMonitor } from './backup-monitor.ts';

const HOUR_MS = 3_600_000;

async function startBlog(open: () => Promise<TestDatabase>, alertStatus = 200) {
  const { db, dataDir, databaseUrl, remove } = await open();
  onTestFinished(async () => {
    await db.destroy();
    await remove();
  });
  const receiver = await startAlertReceiver(alertStatus);
  const env = {
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    BACKUP_TO: temporaryFolder(),
    ALERT_URL: receiver.url,
  };
  const config = readConfig(env);
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  let now = new Date('2026-01-01T12:00:00.000Z');
  const clock = () => now;
  const alerts = createAlerts({
    ...{ db, clock, log, url: config.alertUrl, siteUrl: config.site.url },
  });
  const monitor = createBackupMonitor({ db, config, clock, alerts });
  let failure: Error | undefined;
  const job = remoteBackupJob({
    ...{ db, config, clock, log, watch: monitor.watch },
    async send() {
      if (failure) throw failure;
      return { warnings: [], name: 'a.tar.gz', bytes: 123 };
    },
  });
  return {
    ...{ env, receiver, monitor, lines, db },
    now: clock,
    fail: (reason?: string) => {
      failure = reason === undefined ? undefined : new Error(reason);
    },
    passHours: (hours: number) => {
      now = new Date(now.getTime() + hours * HOUR_MS);
    },
    /** As the scheduler does; undefined if it was not due. */
    run: () =>
      runJob(job, { db, clock, claimedBy: 'me', signal: new AbortController().signal }).catch(
        () => 'failed',
      ),
    findings: async () => {
      const results = await Array.fromAsync(runDoctor({ env, now }));
      return results.find(({ name }) => name === 'Backups')?.findings ?? [];
    },
  };
}

eachDialect((open) => {
  test('a remote backup is due by the age of the last good one', async () => {
    const blog = await startBlog(open);
    expect(await blog.run()).toMatchObject({ result: { name: 'a.tar.gz', bytes: 123 } });
    blog.passHours(23);
    expect(await blog.run()).toBeUndefined();
    blog.passHours(1);
    expect(await blog.run()).toBeDefined();
    expect(await blog.monitor.read()).toMatchObject([
      { kind: 'elsewhere', status: 'ok', good: { bytes: 123, where: blog.env.BACKUP_TO } },
    ]);
  });

  test('a failure is remembered until the next good one, and alerts at most once an hour', async () => {
    const blog = await startBlog(open);
    await blog.run();
    blog.passHours(24);
    blog.fail('The store is gone.');
    expect(await blog.run()).toBe('failed');
    const since = blog.now().toISOString();
    for (let time = 0; time < 9; time += 1) {
      blog.passHours(0.2);
      expect(await blog.run()).toBe('failed');
    }
    expect(blog.monitor.summary()).toBe('failed');
    expect(await blog.monitor.read()).toMatchObject([
      {
        status: 'failed',
        good: { at: '2026-01-01T12:00:00.000Z' },
        failure: { since, reason: 'The store is gone.' },
      },
    ]);
    expect(blog.receiver.received).toHaveLength(2);
    expect(blog.receiver.received[0]).toEqual({
      event: 'backup-failed',
      site: 'http://localhost:3000',
      at: since,
      message: 'The store is gone.',
    });
    blog.fail();
    blog.passHours(0.2);
    await blog.run();
    expect(blog.monitor.summary()).toBe('ok');
    expect(blog.receiver.received[2]).toMatchObject({
      event: 'backup-ok',
      message: `Backups to ${blog.env.BACKUP_TO} work again.`,
    });
    blog.fail('Again.');
    blog.passHours(24);
    await blog.run();
    expect(blog.receiver.received).toHaveLength(4);
    expect(blog.lines.join('')).not.toContain('a-secret-path');
  });

  test('one that failed is tried again after five minutes, or at the next start', async () => {
    const blog = await startBlog(open);
    blog.fail('The folder does not exist.');
    expect(await blog.run()).toBe('failed');
    blog.fail();
    expect(await blog.run()).toBeUndefined();
    await endRetryPauses(blog.db);
    expect(await blog.run()).toBeDefined();
  });

  test('one that is overdue alerts, too, though nothing has failed', async () => {
    const blog = await startBlog(open);
    await blog.monitor.check();
    expect(blog.monitor.summary()).toBeUndefined();
    await blog.run();
    blog.passHours(35);
    await blog.monitor.check();
    expect(blog.monitor.summary()).toBe('ok');
    blog.passHours(2);
    for (let time = 0; time < 3; time += 1) await blog.monitor.check();
    expect(blog.monitor.summary()).toBe('overdue');
    expect(blog.receiver.received).toMatchObject([{ event: 'backup-overdue' }]);
  });

  test('one that is too old is overdue, also while backups fail', async () => {
    const blog = await startBlog(open);
    const isOverdue = async () => (await blog.monitor.read()).map(blog.monitor.isOverdue);
    await blog.run();
    blog.fail('Is the disk full?');
    blog.passHours(35);
    await blog.run();
    expect(await isOverdue()).toEqual([false]);
    blog.passHours(2);
    await blog.run();
    expect(await isOverdue()).toEqual([true]);
    await blog.monitor.check();
    expect(blog.monitor.summary()).toBe('failed');
    expect(blog.receiver.received).toMatchObject([
      { event: 'backup-failed', message: 'Is the disk full?' },
      { event: 'backup-failed' },
    ]);
  });

  test('one that was never made is overdue by its first failure', async () => {
    const blog = await startBlog(open);
    blog.fail('The store is gone.');
    await blog.run();
    const isOverdue = async () => (await blog.monitor.read()).map(blog.monitor.isOverdue);
    expect(await isOverdue()).toEqual([false]);
    blog.passHours(13);
    expect(await isOverdue()).toEqual([true]);
  });

  test('an alert that is not taken is logged without its address, and sent again by the next checks', async () => {
    const blog = await startBlog(open, 500);
    blog.fail('The store is gone.');
    await blog.run();
    await blog.monitor.check();
    expect(blog.receiver.received).toHaveLength(1);
    blog.receiver.status = 200;
    blog.passHours(0.1);
    for (let time = 0; time < 2; time += 1) await blog.monitor.check();
    expect(blog.receiver.received).toMatchObject([
      { event: 'backup-failed', message: 'The store is gone.' },
      { event: 'backup-failed', message: 'The store is gone.' },
    ]);
    expect(blog.lines.join('')).toMatch(/the response was 500.*ALERT_URL did not accept the alert/);
    expect(blog.lines.join('')).not.toContain('a-secret-path');
  });

  test('the doctor has an error for backups that fail, are overdue or were never made', async () => {
    const blog = await startBlog(open);
    expect(await blog.findings()).toMatchObject([
      { level: 'error', message: expect.stringContaining('No automatic backup has been made') },
    ]);
    blog.fail('The store is gone.');
    await blog.run();
    expect(await blog.findings()).toMatchObject([
      {
        level: 'error',
        message: expect.stringMatching(/have failed since .* The store is gone\./),
      },
    ]);
    blog.fail();
    blog.passHours(1);
    await blog.run();
    expect((await blog.findings())[0]).toMatchObject({ level: 'info' });
    blog.passHours(40);
    expect((await blog.findings())[0]).toMatchObject({
      level: 'error',
      message: expect.stringContaining('is overdue'),
    });
  });

  test('the doctor says why nothing can be sent there, before the first backup, too', async () => {
    const blog = await startBlog(open);
    const folder = blog.env.BACKUP_TO;
    rmSync(folder, { recursive: true });
    expect((await blog.findings()).map(({ message }) => message)).toEqual([
      `No automatic backup has been made to ${folder}.`,
      `Backups cannot be sent to ${folder}: no such file or directory. The folder does not exist: is the disk mounted? Create it, or correct BACKUP_TO.`,
    ]);
  });

  test('automatic backups in the data folder that are overdue are an error of the doctor', async () => {
    const { db, dataDir, databaseUrl, remove } = await open();
    onTestFinished(async () => {
      await db.destroy();
      await remove();
    });
    const env = {
      DATA_DIR: dataDir,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      BACKUP_EVERY: '1d',
    };
    const findings = async (now: string) => {
      const results = await Array.fromAsync(runDoctor({ env, now: new Date(now) }));
      return results.find(({ name }) => name === 'Backups')?.findings.map(({ level }) => level);
    };
    expect(await findings('2026-01-01T12:00:00Z')).toEqual(['error']);
    mkdirSync(join(dataDir, 'backups'), { recursive: true });
    writeFileSync(join(dataDir, 'backups', 'automatic-2026-01-01T12-00-00Z.tar.gz'), '');
    expect(await findings('2026-01-02T13:00:00Z')).toEqual(['info']);
    expect(await findings('2026-01-03T13:00:00Z')).toEqual(['error', 'info']);
  });
});
