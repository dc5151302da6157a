import { expect, test } from 'vitest';
import { NOT_SENT, startSignups } from '../../../../test-support/confirmation-mails.ts';
import { eachDialect } from '../../../../test-support/dialects.ts';

const MINUTE = 60_000;

eachDialect((open) => {
  test('a temporary failure is retried after growing pauses', async () => {
    const { server, join, stateOf, passTime, expectLoggedError } = await startSignups(open);
    server.behave((step) => (step === 'recipient' ? '450 4.2.0 Greylisted' : undefined));
    await join('tom@example.com');
    for (const [attempt, pause] of [
      [1, 10_000],
      [2, 20_000],
      [3, 40_000],
    ] as const) {
      await expect.poll(stateOf).toBe(`pending ${attempt}`);
      expectLoggedError(NOT_SENT);
      if (attempt === 3) server.behave(() => undefined);
      passTime(pause);
    }
    await expect.poll(stateOf).toBe('sent 4');
    expect(server.mailsTo('tom@example.com')).toHaveLength(1);
  });

  test('a server that is away is no reason to lose a mail', async () => {
    const { server, join, stateOf, passTime, expectLoggedError } = await startSignups(open);
    await server.stop();
    expectLoggedError(NOT_SENT);
    await join('tom@example.com');
    await expect.poll(stateOf).toBe('pending 1');
    await server.start();
    passTime(10_000);
    await expect.poll(stateOf).toBe('sent 2');
  });

  test('what nobody can confirm any more is not sent', async () => {
    const { server, db, join, stateOf, expectLoggedError, passTime } = await startSignups(open);
    server.behave(() => 421);
    expectLoggedError(NOT_SENT);
    await join('tom@example.com');
    await expect.poll(stateOf).toBe('pending 1');
    server.behave(() => undefined);
    await db.updateTable('subscribers').set({ confirm_until: null }).execute();
    passTime(MINUTE);
    await expect.poll(stateOf).toBe('none 2');
    expect(server.mails).toEqual([]);
  });
});
