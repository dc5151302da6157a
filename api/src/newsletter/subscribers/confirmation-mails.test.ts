import { expect, onTestFinished, test } from 'vitest';
import { NOT_SENT, startSignups } from '../../../../test-support/confirmation-mails.ts';
import { eachDialect } from '../../../../test-support/dialects.ts';
import { startMailServer } from '../../../../test-support/mail-server.ts';
import { readConfig } from '../../config/config.ts';
import type { MailConfig } from '../../config/mail-settings.ts';
import { createMailer } from '../../mail/mailer.ts';
import { mailSiteOf } from '../post-mail/mail-site.ts';
import { sendConfirmations } from './confirmation-mails.ts';
import { createSignups } from './signups.service.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

eachDialect((open) => {
  test('the form is answered before any mail, whose link confirms the address', async () => {
    const { server, join, stateOf, request } = await startSignups(open);
    const held = Promise.withResolvers<undefined>();
    server.behave((step) => (step === 'message' ? held.promise : undefined));
    expect((await join('jürgen@bücher.example')).statusCode).toBe(202);
    expect(server.mails).toEqual([]);
    await expect.poll(stateOf).toBe('sending 1');
    held.resolve(undefined);
    await expect.poll(stateOf).toBe('sent 1');
    const [mail] = server.mails;
    expect(mail?.envelope).toEqual({
      from: expect.stringMatching(/^blog\+[\da-f]{32}@example\.org$/),
      to: ['jürgen@bücher.example'],
    });
    const [, token] = /https:\/\/blog\.example\/newsletter\/confirm\/([\da-f]{32})/.exec(
      mail?.text ?? '',
    ) as string[];
    const url = `/api/newsletter/confirmations/${token}`;
    expect((await request({ method: 'POST', url })).json()).toEqual({ state: 'confirmed' });
  });

  test('a refused address is not tried again, and is not in the log', async () => {
    const { server, join, stateOf, expectLoggedError, log } = await startSignups(open);
    server.behave((step, to) => (step === 'recipient' ? `550 5.1.1 <${to}> unknown` : undefined));
    expectLoggedError(NOT_SENT);
    await join('tom@example.com');
    await expect.poll(stateOf).toBe('failed 1');
    expect(server.steps.filter((step) => step === 'recipient')).toHaveLength(1);
    expect(JSON.stringify(log)).not.toContain('tom@example.com');
  });

  test('a mail that may have been sent is not sent again', async () => {
    const { server, join, stateOf, expectLoggedError } = await startSignups(open);
    server.behave((step) => (step === 'message' ? 'drop' : undefined));
    expectLoggedError(NOT_SENT);
    await join('tom@example.com');
    await expect.poll(stateOf).toBe('sent 1');
    expect(server.mails).toHaveLength(1);
  });

  test('several processes send each mail once, and that of one that was killed', async () => {
    const server = await startMailServer();
    onTestFinished(server.stop);
    const { db, remove } = await open();
    onTestFinished(async () => {
      await db.destroy();
      await remove();
    });
    const clock = { now: new Date('2026-01-01T12:00:00.000Z') };
    const config = readConfig({ SMTP_URL: server.url, MAIL_FROM: 'blog@example.org' });
    const readNow = () => clock.now;
    const signups = createSignups({ db, clock: readNow, isMailSetUp: true });
    const emails = Array.from({ length: 12 }, (_, n) => `reader-${n}@example.com`);
    for (const email of emails) await signups.join({ email }, '192.0.2.1');
    const [killed] = await db.selectFrom('newsletter_signups').select('id').limit(1).execute();
    await db
      .updateTable('newsletter_signups')
      .set({ state: 'sending', next_try_at: '2026-01-01T12:01:00.000Z' })
      .where('id', '=', killed?.id ?? '')
      .execute();
    const values = { site_name: 'Blog', language: 'en', time_zone: 'UTC', accent: null, words: {} };
    const createJob = () =>
      sendConfirmations({
        ...{ db, clock: readNow, mailer: createMailer(config.mail as MailConfig) },
        log: { warn: expect.unreachable },
        perMinute: undefined,
        readSite: async () => mailSiteOf(config, values),
      });
    const jobs = [createJob(), createJob(), createJob()];
    const runAll = () => Promise.all(jobs.map(({ run }) => run(new AbortController().signal)));
    await runAll();
    expect(server.mails).toHaveLength(11);
    clock.now = new Date('2026-01-01T12:01:00.000Z');
    expect(await jobs[0]?.isDue()).toBe(true);
    await runAll();
    expect(await jobs[0]?.isDue()).toBe(false);
    expect(server.mails.map(({ envelope }) => envelope.to[0]).toSorted()).toEqual(
      emails.toSorted(),
    );
  });

  test('unconfirmed addresses go after seven days, and those who unsubscribed stay', async () => {
    const { db, remove } = await open();
    onTestFinished(async () => {
      await db.destroy();
      await remove();
    });
    const clock = { now: new Date('2026-01-01T12:00:00.000Z') };
    const signups = createSignups({ db, clock: () => clock.now, isMailSetUp: true });
    for (const name of ['waiting', 'left'])
      await signups.join({ email: `${name}@example.com` }, '192.0.2.1');
    await db
      .updateTable('subscribers')
      .set({ state: 'unsubscribed' })
      .where('email', '=', 'left@example.com')
      .execute();
    const count = async (table: 'subscribers' | 'newsletter_signups') =>
      (await db.selectFrom(table).selectAll().execute()).length;
    const listVisitors = async () =>
      (await db.selectFrom('newsletter_signups').select('address').orderBy('id').execute()).map(
        ({ address }) => address,
      );
    await db
      .updateTable('newsletter_signups')
      .set({ state: 'sent' })
      .where('state', '=', 'pending')
      .execute();
    clock.now = new Date(clock.now.getTime() + 59 * MINUTE);
    expect(await signups.deleteExpired()).toBe(0);
    expect(await listVisitors()).toEqual(['192.0.2.1', '192.0.2.1']);
    clock.now = new Date(clock.now.getTime() + MINUTE);
    await signups.join({ email: 'left@example.com' }, '192.0.2.1');
    expect(await signups.deleteExpired()).toBe(0);
    expect(await listVisitors()).toEqual(['', '', '192.0.2.1']);
    clock.now = new Date(clock.now.getTime() + 23 * 60 * MINUTE);
    expect(await signups.deleteExpired()).toBe(2);
    clock.now = new Date(clock.now.getTime() + 7 * DAY);
    expect(await signups.deleteExpired()).toBe(2);
    expect([await count('subscribers'), await count('newsletter_signups')]).toEqual([1, 0]);
  });
});
