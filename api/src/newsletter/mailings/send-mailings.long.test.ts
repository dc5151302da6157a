import { expect, test } from 'vitest';
import { eachDialect } from '../../../../test-support/dialects.ts';
import { startNewsletter, subscriberState } from '../../../../test-support/newsletter.ts';

const [ANN, BOB, CAT] = ['ann@example.com', 'bob@example.com', 'cat@example.com'] as const;
const ALL = [ANN, BOB, CAT] as const;
const ONE_CONNECTION = { MAIL_CONNECTIONS: '1' };

eachDialect((open) => {
  test('a server that is away is asked again within half a minute, and costs no attempts', async () => {
    const site = await startNewsletter(open, ALL);
    const id = await site.startMailing();
    await site.server.stop();
    for (let n = 0; n < 30; n += 1) {
      await site.work();
      site.passTime(600_000);
    }
    expect(await site.find(id)).toMatchObject({
      ...{ state: 'sending', sent: 0, failed: 0, pending: 3, in_flight: [] },
      problem: expect.stringMatching(/\S/),
    });
    await site.server.start();
    await site.work();
    expect(site.recipients()).toEqual(ALL);
    expect(await site.find(id)).toMatchObject({ state: 'done', sent: 3, problem: null });
    await site.server.stop();
    await site.startMailing();
    await site.work();
    await site.server.start();
    await site.work();
    expect(site.recipients()).toEqual(ALL);
    site.passTime(30_000);
    await site.work();
    expect(site.recipients()).toHaveLength(6);
  });

  test.each([
    ['message', 451],
    ['message', 421],
    ['recipient', 421],
  ] as const)('a mail that is refused for now again and again (%s %s) fails', async (at, code) => {
    const site = await startNewsletter(open, [ANN, BOB]);
    const id = await site.startMailing();
    site.server.behave((step, to) => (step === at && to === ANN ? code : undefined));
    for (let n = 0; n < 20; n += 1) {
      await site.work();
      site.passTime(3_600_000);
    }
    expect(await site.find(id)).toMatchObject({ state: 'done', failed: 1, sent: 1 });
    expect(await subscriberState(site, ANN)).toBe('confirmed');
  });

  test('a server that refuses everybody for now is asked less often, and again soon', async () => {
    const emails = Array.from({ length: 150 }, (_, n) => `reader-${n}@example.com`);
    const site = await startNewsletter(open, emails, ONE_CONNECTION);
    const id = await site.startMailing();
    site.server.behave((step) => (step === 'recipient' ? '451 4.7.1 Too many mails' : undefined));
    const tries = () => site.server.steps.filter((step) => step === 'recipient').length;
    await site.work();
    expect(tries()).toBe(100);
    expect((await site.find(id)).problem).toContain('Too many mails');
    site.passTime(5_000);
    await site.work();
    expect(tries()).toBe(101);
    site.server.behave(() => undefined);
    site.passTime(25_000);
    await site.work();
    expect(await site.find(id)).toMatchObject({ state: 'done', sent: 150, problem: null });
  });

  test('a server that refuses everybody stops the mailing, which can be resumed', async () => {
    const emails = Array.from({ length: 150 }, (_, n) => `reader-${n}@example.com`);
    const site = await startNewsletter(open, emails, ONE_CONNECTION);
    const id = await site.startMailing();
    site.server.behave((step) => (step === 'message' ? '554 5.7.1 Account suspended' : undefined));
    await site.work();
    expect(await site.find(id)).toMatchObject({
      ...{ state: 'paused', failed: 100, pending: 50 },
      problem: expect.stringContaining('Account suspended'),
    });
    expect((await site.find(id)).failures).toHaveLength(100);
    site.server.behave(() => undefined);
    await site.post(`mailings/${id}/resume`);
    await site.work();
    expect(await site.find(id)).toMatchObject({ state: 'done', failed: 100, sent: 50 });
  });
});
