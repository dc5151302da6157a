import pino from 'pino';
import { expect, test } from 'vitest';
import { eachDialect, onSqlite } from '../../../../test-support/dialects.ts';
import type { MailReaction, MailStep } from '../../../../test-support/mail-server.ts';
import {
  type Newsletter,
  startNewsletter,
  subscriberState,
} from '../../../../test-support/newsletter.ts';
import { MAIL_SITE } from '../../../../test-support/post-mails.ts';
import type { MailConnection } from '../../mail/mail.ts';
import { sendMailings } from './send-mailings.ts';

const [ANN, BOB, CAT] = ['ann@example.com', 'bob@example.com', 'cat@example.com'] as const;
const ALL = [ANN, BOB, CAT] as const;
const ONE_CONNECTION = { MAIL_CONNECTIONS: '1' };

/** The server reacts so to one recipient. */
function reactTo(site: Newsletter, email: string, at: MailStep, reaction: MailReaction): void {
  site.server.behave((step, address) => (step === at && address === email ? reaction : undefined));
}

eachDialect((open) => {
  test('a refused recipient fails, and the others get their mail', async () => {
    const site = await startNewsletter(open, ALL);
    const id = await site.startMailing();
    reactTo(site, BOB, 'recipient', '550 5.1.1 No such user');
    await site.work();
    expect(site.recipients()).toEqual([ANN, CAT]);
    expect(await site.find(id)).toMatchObject({
      ...{ state: 'done', sent: 2, failed: 1, pending: 0, in_flight: [], problem: null },
      failures: [{ email: BOB, reason: expect.stringContaining('No such user') }],
    });
    expect(await subscriberState(site, BOB)).toBe('bounced');
    reactTo(site, '', 'connect', undefined);
    await site.startMailing();
    await site.work();
    expect(site.recipients()).toEqual([ANN, ANN, CAT, CAT]);
  });

  test('what the server says of a subscriber who is deleted meanwhile is not kept', async () => {
    const site = await startNewsletter(open, [BOB]);
    await site.startMailing();
    const { subscribers } = (await site.get('/api/admin/subscribers', site.token)).json();
    const url = `/api/admin/subscribers/${subscribers[0].id}`;
    site.server.behave(async (step) => {
      if (step !== 'recipient') return undefined;
      expect((await site.request({ method: 'DELETE', url }, site.token)).statusCode).toBe(204);
      return `550 5.1.1 No user ${BOB}`;
    });
    await site.work();
    expect(
      await site.db.selectFrom('mailing_recipients').select(['state', 'reason']).execute(),
    ).toEqual([{ state: 'failed', reason: null }]);
  });

  test('an address that is refused in three mailings is ended', async () => {
    const site = await startNewsletter(open, [ANN, BOB]);
    reactTo(site, BOB, 'recipient', '550 5.7.1 Refused');
    for (const state of ['confirmed', 'confirmed', 'bounced']) {
      await site.startMailing();
      await site.work();
      expect(await subscriberState(site, BOB)).toBe(state);
    }
    expect(await subscriberState(site, ANN)).toBe('confirmed');
  });

  test('a mail that was refused for now is tried again, after growing pauses', async () => {
    const site = await startNewsletter(open, ALL);
    const id = await site.startMailing();
    reactTo(site, BOB, 'recipient', '450 4.2.1 Busy');
    await site.work();
    expect(site.recipients()).toEqual([ANN, CAT]);
    expect(await site.find(id)).toMatchObject({
      ...{ state: 'sending', sent: 2, failed: 0, pending: 1, in_flight: [] },
      problem: expect.stringContaining('Busy'),
    });
    const tries = () => site.server.steps.filter((step) => step === 'recipient').length;
    for (const [pause, isTried] of [
      [19_999, 0],
      [10_001, 1],
      [50_000, 0],
      [10_000, 1],
    ] as const) {
      const before = tries();
      site.passTime(pause);
      await site.work();
      expect(tries() - before).toBe(isTried);
    }
    reactTo(site, '', 'connect', undefined);
    site.passTime(180_000);
    await site.work();
    expect(site.recipients()).toEqual(ALL);
    expect(await site.find(id)).toMatchObject({ state: 'done', sent: 3, problem: null });
  });

  test.each([['451 4.7.1 Greylisted'], ['421 4.7.0 Later']])(
    'many mails that are refused with %s are all tried again within half a minute',
    async (refusal) => {
      const emails = Array.from({ length: 12 }, (_, n) => `reader-${n}@example.com`);
      const site = await startNewsletter(open, emails);
      const id = await site.startMailing();
      const seen = new Set<string>();
      site.server.behave((step, email) => {
        if (step !== 'recipient' || seen.has(email)) return undefined;
        seen.add(email);
        return refusal;
      });
      await site.work();
      expect(seen.size).toBe(12);
      site.passTime(30_000);
      await site.work();
      expect(await site.find(id)).toMatchObject({ state: 'done', sent: 12, problem: null });
    },
  );

  test('a mail that is tried again goes before those that were not tried yet', async () => {
    const site = await startNewsletter(open, ALL, { MAIL_PER_MINUTE: '1' });
    await site.startMailing();
    const tried: string[] = [];
    site.server.behave((step, email) => {
      if (step === 'recipient') tried.push(email);
      return step === 'recipient' && tried.length === 1 ? 450 : undefined;
    });
    for (let n = 0; n < 3; n += 1) {
      await site.work();
      site.passTime(60_000);
    }
    expect(tried[1]).toBe(tried[0]);
    expect(tried[2]).not.toBe(tried[0]);
  });

  test.each<[MailStep]>([['connect'], ['sender'], ['recipient']])(
    'a connection that drops at %s costs nobody the mail',
    async (at) => {
      const site = await startNewsletter(open, ALL);
      const id = await site.startMailing();
      let drops = 2;
      site.server.behave((step) => (step === at && drops-- > 0 ? 'drop' : undefined));
      await site.work();
      expect(await site.find(id)).toMatchObject({ state: 'sending', failed: 0, in_flight: [] });
      for (let n = 0; n < 3; n += 1) {
        site.passTime(30_000);
        await site.work();
      }
      expect(site.recipients()).toEqual(ALL);
      expect(await site.find(id)).toMatchObject({ state: 'done', sent: 3, problem: null });
    },
  );

  test('a mail that may have been sent is named, and not sent again', async () => {
    const site = await startNewsletter(open, ALL, ONE_CONNECTION);
    const id = await site.startMailing();
    reactTo(site, BOB, 'message', 'drop');
    for (let n = 0; n < 4; n += 1) {
      await site.work();
      site.passTime(30_000);
    }
    expect(await site.find(id)).toMatchObject({
      ...{ state: 'done', recipients: 3, sent: 2, failed: 0, pending: 0, in_flight: [BOB] },
    });
    // The server has received it before it dropped the connection.
    expect(site.recipients()).toEqual(ALL);
  });

  test('a mail that fails before the server is asked is sent later', async () => {
    const site = await startNewsletter(open, [ANN]);
    await site.app.scheduler.close();
    const id = await site.startMailing();
    const now = new Date('2026-01-01T12:00:00.000Z');
    const sends: MailConnection['send'][] = [
      () => Promise.reject(new Error('No memory')),
      async () => ({ kind: 'sent' }),
    ];
    const close = async () => {};
    const job = sendMailings({
      ...{ db: site.db, connections: 1, perMinute: undefined, log: pino({ enabled: false }) },
      clock: () => new Date(now),
      mailer: { fromAddress: '', connect: () => ({ send: sends.shift() as never, close }) },
      readSite: async () => MAIL_SITE,
    });
    await job.run(new AbortController().signal);
    expect(await site.find(id)).toMatchObject({
      ...{ state: 'sending', pending: 1, in_flight: [], problem: 'No memory' },
    });
    now.setMinutes(now.getMinutes() + 1);
    await job.run(new AbortController().signal);
    expect(await site.find(id)).toMatchObject({ sent: 1, pending: 0, in_flight: [] });
  });

  test('a claim of a process that was killed is never sent again, and is named once it is over', async () => {
    const site = await startNewsletter(open, ALL);
    const id = await site.startMailing();
    const { subscriber_id } = await site.db
      .selectFrom('mailing_recipients')
      .innerJoin('subscribers', 'subscribers.id', 'subscriber_id')
      .select('subscriber_id')
      .where('email', '=', BOB)
      .executeTakeFirstOrThrow();
    const claimed_until = '2026-01-01T12:00:15.000Z';
    const claim = { state: 'sending', claimed_by: 'a killed process', claimed_until } as const;
    await site.db
      .updateTable('mailing_recipients')
      .set(claim)
      .where('subscriber_id', '=', subscriber_id)
      .execute();
    await site.work();
    expect(await site.find(id)).toMatchObject({ state: 'sending', sent: 2, in_flight: [BOB] });
    site.passTime(15_000);
    await site.work();
    expect(await site.find(id)).toMatchObject({ state: 'done', pending: 0, in_flight: [BOB] });
    expect(site.recipients()).toEqual([ANN, CAT]);
  });

  test('all processes together keep to the rate', async () => {
    const site = await startNewsletter(open, ALL, { MAIL_PER_MINUTE: '10' });
    const id = await site.startMailing();
    for (const [ms, mails] of [
      [0, 1],
      [4_999, 1],
      [1_001, 2],
      [60_000, 3],
    ] as const) {
      site.passTime(ms);
      await site.work();
      expect(site.server.mails).toHaveLength(mails);
    }
    await site.work();
    expect(await site.find(id)).toMatchObject({ state: 'done' });
  });

  test('a confirmation mail does not wait for the rate, and takes the share of the next mail', async () => {
    const site = await startNewsletter(open, ALL, { MAIL_PER_MINUTE: '10' });
    await site.startMailing();
    await site.work();
    const payload = { email: 'new@example.com' };
    await site.request({ method: 'POST', url: '/api/newsletter', payload });
    for (const [ms, mails] of [
      [0, 2],
      [6_000, 2],
      [6_000, 3],
    ] as const) {
      site.passTime(ms);
      await site.work();
      await expect.poll(() => site.server.mails.length).toBe(mails);
    }
  });
});

onSqlite((open) => {
  test('closing finishes the mail in hand, and claims no other', async () => {
    const site = await startNewsletter(open, ALL, ONE_CONNECTION);
    const arrived = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<undefined>();
    site.server.behave((step) => {
      if (step !== 'message') return undefined;
      arrived.resolve();
      return answer.promise;
    });
    const id = await site.startMailing();
    const work = site.work();
    await arrived.promise;
    const closed = site.app.scheduler.close();
    answer.resolve(undefined);
    await Promise.all([work, closed]);
    expect(site.server.mails).toHaveLength(1);
    expect(await site.find(id)).toMatchObject({ sent: 1, pending: 2, in_flight: [] });
  });
});
