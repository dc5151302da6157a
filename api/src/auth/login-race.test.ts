import { expect, test, vi } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import {
  expectProblem,
  PASSWORD,
  startTestApp,
  type TestApp,
} from '../../../test-support/test-app.ts';
import * as auth from './auth.repository.ts';
import { verifyPassword } from './passwords.ts';

vi.mock('./passwords.ts', async (load) => {
  const real = await load<typeof import('./passwords.ts')>();
  return { ...real, verifyPassword: vi.fn(real.verifyPassword) };
});

function logIn({ request }: TestApp, address = '192.0.2.1') {
  return request({
    method: 'POST',
    url: '/api/login',
    payload: { username: 'admin', password: PASSWORD },
    remoteAddress: address,
  });
}

/** Every check of a password ends only when it is told to. */
function holdChecks(): { letGo: () => void; begun: () => number } {
  const held = Promise.withResolvers<void>();
  vi.mocked(verifyPassword).mockImplementation(async () => {
    await held.promise;
    return true;
  });
  return { letGo: held.resolve, begun: () => vi.mocked(verifyPassword).mock.calls.length };
}

const SESSION = {
  token_hash: 'hash of a token',
  created_at: '2026-01-01T12:00:00.000Z',
  expires_at: '2026-01-02T12:00:00.000Z',
};

eachDialect((open) => {
  test('a password that is changed while it is checked opens no session', async () => {
    const site = await startTestApp(open);
    const { letGo, begun } = holdChecks();
    const login = logIn(site);
    await expect.poll(begun).toBe(1);
    await site.auth.setPassword('another password');
    letGo();
    expectProblem(await login, 401, { detail: 'Invalid username or password' });
    expect(await site.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });

  test('a session waits for a change of the password that is under way, and is not made', async () => {
    const { db } = await startTestApp(open);
    const old = (await auth.findPasswordHash(db)) ?? '';
    let inserted: Promise<boolean> | undefined;
    await db.transaction().execute(async (trx) => {
      await auth.replacePasswordHash(trx, 'another hash');
      inserted = auth.insertSession(db, SESSION, old);
      await new Promise((resolve) => setTimeout(resolve, 50));
      await auth.deleteAllSessions(trx);
    });
    expect(await inserted).toBe(false);
    expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([]);
    expect(await auth.insertSession(db, SESSION, 'another hash')).toBe(true);
  });

  test('one address cannot take the place of others that log in', async () => {
    const site = await startTestApp(open);
    const { letGo, begun } = holdChecks();
    const many = Array.from({ length: 80 }, () => logIn(site, '198.51.100.1'));
    await expect.poll(begun).toBe(1);
    const owner = logIn(site, '203.0.113.1');
    await expect.poll(begun).toBe(2);
    letGo();
    expect((await owner).statusCode).toBe(200);
    const refused = (await Promise.all(many)).filter(({ statusCode }) => statusCode === 503);
    expect(refused).toHaveLength(48);
    for (const { headers } of refused) expect(headers['retry-after']).toBe('5');
  });

  test('nor can one network of many addresses', async () => {
    const site = await startTestApp(open);
    const { letGo, begun } = holdChecks();
    const address = (n: number) => `2001:db8:1:${n.toString(16)}::1`;
    const many = Array.from({ length: 80 }, (_, n) => logIn(site, address(n)));
    await expect.poll(begun).toBe(32);
    const owner = logIn(site, '203.0.113.1');
    await expect.poll(begun).toBe(33);
    letGo();
    expect((await owner).statusCode).toBe(200);
    const refused = (await Promise.all(many)).filter(({ statusCode }) => statusCode === 503);
    expect(refused).toHaveLength(48);
  });
});
