import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { createAuthService } from '../auth/auth.service.ts';
import { createDatabaseActivity } from '../database/activity.ts';
import { connectDatabase } from '../database/open.ts';
import { createMailingsService } from '../newsletter/mailings/mailings.service.ts';
import { createSignups } from '../newsletter/subscribers/signups.service.ts';
import { createSubscribersService } from '../newsletter/subscribers/subscribers.service.ts';
import { addBlogMetrics } from './blog-metrics.ts';
import { createMetrics } from './metrics.ts';
import { readDatabaseMetrics } from './service-metrics.ts';

eachDialect((open) => {
  test('sessions, subscribers, mails, backups and disk are counted', async () => {
    const { db, dataDir, remove } = await open();
    onTestFinished(async () => {
      await db.destroy();
      await remove();
    });
    const clock = () => new Date('2026-01-01T12:00:00.000Z');
    const subscribers = createSubscribersService({ db, clock, from: null });
    const signups = createSignups({ db, clock, isMailSetUp: true });
    await subscribers.add('one@example.com');
    await signups.join({ email: 'two@example.com' }, '203.0.113.1');
    const here = { kind: 'here', everyMs: 1, where: dataDir, status: 'overdue' } as const;
    const good = { at: '2026-01-01T11:59:00.000Z', bytes: 5, where: dataDir };
    const metrics = createMetrics(async () => []);
    addBlogMetrics(metrics, {
      ...{ clock, dataDir, subscribers, signups, auth: createAuthService(db, clock) },
      mailings: createMailingsService({
        ...{ db, clock, log: pino({ enabled: false }), mailer: null },
        posts: { findRendered: () => Promise.reject(new Error('not asked')) },
        readSite: () => Promise.reject(new Error('not asked')),
      }),
      backupMonitor: {
        read: async () => [{ ...here, good }],
        current: () => [],
        isOverdue: ({ status }) => status === 'overdue',
      },
    });
    const values = (await metrics.readBlog())
      .filter(({ name }) => !name.startsWith('longhand_disk'))
      .flatMap(({ name, values: samples }) =>
        samples.map(({ labels, value }) => [name, ...Object.values(labels), value].join(' ')),
      );
    expect(values).toEqual([
      'longhand_sessions 0',
      'longhand_subscribers waiting 1',
      'longhand_subscribers confirmed 1',
      'longhand_subscribers unsubscribed 0',
      'longhand_subscribers bounced 0',
      'longhand_mails_pending confirmation 1',
      'longhand_mails_pending newsletter 0',
      'longhand_backup_last_success_timestamp_seconds here 1767268740',
      'longhand_backup_age_seconds here 60',
      'longhand_backup_size_bytes here 5',
      'longhand_backup_failing here 0',
      'longhand_backup_overdue here 1',
    ]);
  });

  test('queries and connections are observed', async () => {
    const { db, remove, ...location } = await open();
    const activity = createDatabaseActivity();
    const observed = connectDatabase(location, { activity });
    onTestFinished(async () => {
      await observed.destroy();
      await db.destroy();
      await remove();
    });
    await observed.selectFrom('settings').select('name').execute();
    await observed.transaction().execute(async (trx) => {
      expect(activity.connections()).toMatchObject({ used: 1 });
      await trx.selectFrom('settings').select('name').execute();
    });
    expect(activity.connections()).toMatchObject({ used: 0, idle: 1 });
    // A transaction begins and ends with queries of its own.
    const counted = [...activity.durations.counts].reduce((sum, count) => sum + count, 0);
    expect(counted).toBeGreaterThanOrEqual(2);
    expect(activity.failed).toBe(0);
    const missing = observed.selectFrom('no_such_table' as 'settings').selectAll();
    await expect(missing.execute()).rejects.toThrow();
    const [, failures] = readDatabaseMetrics(activity);
    expect(failures).toMatchObject({ values: [{ labels: {}, value: 1 }] });
  });
});
