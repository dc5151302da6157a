import { expect, onTestFinished, test } from 'vitest';
import { deliveryReport } from '../../../../test-support/delivery-reports.ts';
import { eachDialect, type TestDatabase } from '../../../../test-support/dialects.ts';
import { startImapServer } from '../../../../test-support/imap-server.ts';
import { startTestApp } from '../../../../test-support/test-app.ts';
import { readConfig } from '../../config/config.ts';
import type { LoginServer } from '../../config/mail-settings.ts';
import { createBounces } from './bounces.service.ts';
import { readMailbox } from './read-mailbox.ts';

const TOKEN = '0123456789abcdef0123456789abcdef';
const ADDRESS = `blog+${TOKEN}@example.org`;
type State = 'waiting' | 'confirmed' | 'unsubscribed';

const NOW = '2026-01-02T03:04:05.000Z';

eachDialect((open) => {
  async function start(state: State = 'confirmed') {
    const database = await open();
    onTestFinished(async () => {
      await database.db.destroy();
      await database.remove();
    });
    return addSubscriber(database, state);
  }

  async function addSubscriber({ db }: TestDatabase, state: State) {
    const email = 'ann@example.com';
    await db
      .insertInto('subscribers')
      .values({
        ...{ id: '1', email, email_key: email, state, source: 'form', token: TOKEN },
        ...{ created_at: NOW, confirmed_at: NOW },
      })
      .execute();
    const bounces = createBounces({ db, clock: () => new Date(NOW) });
    const accept = (mail: string) => bounces.accept(Buffer.from(mail));
    const read = () =>
      db.selectFrom('subscribers').select(['state', 'ended_at']).executeTakeFirstOrThrow();
    return { bounces, accept, read };
  }

  test.each([
    ['Delivered-To', {}],
    ['X-Original-To', { headers: [`X-Original-To: ${ADDRESS.toUpperCase()}`] }],
    ['To', { headers: ['Delivered-To: me@example.org', `To: Blog\r\n <${ADDRESS}>`] }],
    ['a status with a comment', { status: '5.7.1 (blocked)' }],
    ['a quoted type', { type: 'Multipart/Report; report-type="delivery-status"' }],
  ])('a hard bounce ends an address: %s', async (_name, options) => {
    const { accept, read } = await start();
    const mail = deliveryReport(ADDRESS, options);
    expect(await accept(mail)).toEqual({ kind: 'ended', emails: ['ann@example.com'] });
    expect(await read()).toEqual({ state: 'bounced', ended_at: NOW });
    expect(await accept(mail)).toEqual({ kind: 'ended-before' });
  });

  test.each([
    ['no-hard-bounce', deliveryReport(ADDRESS, { action: 'delayed' })],
    ['no-hard-bounce', deliveryReport(ADDRESS, { status: '4.2.2' })],
    ['no-hard-bounce', deliveryReport(ADDRESS, { action: 'delivered', status: '2.0.0' })],
    ['no-report', deliveryReport(ADDRESS, { type: 'multipart/mixed' })],
    [
      'no-report',
      deliveryReport(ADDRESS, { type: 'multipart/report; report-type=feedback-report' }),
    ],
    ['no-report', `To: ${ADDRESS}\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n`],
    ['no-report', ''],
    ['unknown-address', deliveryReport(`blog+${'f'.repeat(32)}@example.org`)],
    ['unknown-address', deliveryReport('blog@example.org')],
    ['unknown-address', deliveryReport(`blog+${TOKEN.slice(1)}@example.org`)],
    ['unknown-address', deliveryReport('blog@example.org', { headers: [`Subject: ${ADDRESS}`] })],
    ['unknown-address', deliveryReport('blog@example.org', { headers: [`Cc: ${ADDRESS}`] })],
  ])('other mails change nothing: %s', async (kind, mail) => {
    const { accept, read } = await start();
    expect(await accept(mail)).toEqual({ kind });
    expect(await read()).toEqual({ state: 'confirmed', ended_at: null });
  });

  test('one who unsubscribed stays so, and an address that nobody confirmed is deleted', async () => {
    const left = await start('unsubscribed');
    expect(await left.accept(deliveryReport(ADDRESS))).toEqual({ kind: 'ended-before' });
    expect(await left.read()).toEqual({ state: 'unsubscribed', ended_at: null });
    const waiting = await start('waiting');
    const bounced = await waiting.accept(deliveryReport(ADDRESS));
    expect(bounced).toEqual({ kind: 'ended', emails: ['ann@example.com'] });
    await expect(waiting.read()).rejects.toThrow('no result');
    expect(await waiting.accept(deliveryReport(ADDRESS))).toEqual({ kind: 'unknown-address' });
  });

  test('a mailbox is read for reports, and leaves other mails unread', async () => {
    const { bounces, read } = await start();
    const raws = [
      'Subject: Hi\r\n\r\nHello\r\n',
      deliveryReport(ADDRESS),
      deliveryReport('x@y.example'),
    ];
    const mails = raws.map((raw) => ({ raw, isSeen: false }));
    const server = await startImapServer(mails);
    onTestFinished(server.stop);
    const imap = readConfig({ IMAP_URL: server.url }).imap as LoginServer;
    const { signal } = new AbortController();
    expect(await readMailbox(imap, bounces, signal)).toBe(1);
    expect(await read()).toEqual({ state: 'bounced', ended_at: NOW });
    expect(mails.map(({ isSeen }) => isSeen)).toEqual([false, true, true]);
    expect(await readMailbox(imap, bounces, signal)).toBe(0);

    const wrong = { ...imap, login: { user: 'me', password: 'SECRET' } };
    const failure = await readMailbox(wrong, bounces, signal).catch((error) => error);
    expect(failure.message).toBe(
      'The mailbox’s server did not accept the username or password. It said: Wrong password',
    );
    expect(JSON.stringify({ ...failure, cause: failure.cause })).not.toContain('SECRET');
  });

  test('a report is read however many other mails are unread, and each mail is looked at once', async () => {
    const { bounces, read } = await start();
    const other = { raw: 'Subject: Hi\r\n\r\nHello\r\n', isSeen: false };
    const report = () => ({ raw: deliveryReport(ADDRESS), isSeen: false });
    const mails = [report(), ...Array.from({ length: 5_000 }, () => other), report()];
    const server = await startImapServer(mails);
    onTestFinished(server.stop);
    const imap = readConfig({ IMAP_URL: server.url }).imap as LoginServer;
    const readAgain = () => readMailbox(imap, bounces, new AbortController().signal);
    expect(await readAgain()).toBe(1);
    expect(await read()).toEqual({ state: 'bounced', ended_at: NOW });
    expect([mails[0]?.isSeen, mails.at(-1)?.isSeen]).toEqual([true, false]);
    await readAgain();
    expect(mails.at(-1)?.isSeen).toBe(true);

    const [first] = mails as [ReturnType<typeof report>];
    first.isSeen = false;
    await readAgain();
    expect(first.isSeen).toBe(false);
    server.inbox.uidValidity = 2;
    await readAgain();
    expect(first.isSeen).toBe(true);
  });

  test('the app reads the mailbox by itself', async () => {
    const database = await open();
    const { read } = await addSubscriber(database, 'confirmed');
    const server = await startImapServer([{ raw: deliveryReport(ADDRESS), isSeen: false }]);
    onTestFinished(server.stop);
    await startTestApp(async () => database, { IMAP_URL: server.url });
    await expect.poll(read).toMatchObject({ state: 'bounced' });
  });
});
