import { expect, test, vi } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import {
  expectProblem,
  PASSWORD,
  startTestApp,
  type TestApp,
} from '../../../test-support/test-app.ts';
import { findSetting, setSetting } from '../database/settings.repository.ts';
import { verifyPassword } from './passwords.ts';
import * as sessions from './sessions.repository.ts';

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

/** Blocks every password verification until `release`. */
function blockVerification(): { release: () => void; started: () => number } {
  const blocked = Promise.withResolvers<void>();
  vi.mocked(verifyPassword).mockImplementation(async () => {
    await blocked.promise;
    return true;
  });
  return { release: blocked.resolve, started: () => vi.mocked(verifyPassword).mock.calls.length };
}

const SESSION = {
  token_hash: 'hash of a token',
  created_at: '2026-01-01T12:00:00.000Z',
  expires_at: '2026-01-02T12:00:00.000Z',
  user_agent: null,
  address: null,
  last_used_at: null,
};

eachDialect((open) => {
  test('a password that changes during verification starts no session', async () => {
    const site = await startTestApp(open);
    const { release, started } = blockVerification();
    const login = logIn(site);
    await expect.poll(started).toBe(1);
    await site.auth.setPassword('another password');
    release();
    expectProblem(await login, 401, { detail: 'Invalid username or password' });
    expect(await site.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });

  test('inserting a session waits for a concurrent password change, and then fails', async () => {
    const { db } = await startTestApp(open);
    const old = (await findSetting(db, sessions.PASSWORD_HASH)) ?? '';
    let inserted: Promise<boolean> | undefined;
    await db.transaction().execute(async (trx) => {
      await setSetting(trx, sessions.PASSWORD_HASH, 'another hash');
      inserted = sessions.insertSession(db, SESSION, old);
      await new Promise((resolve) => setTimeout(resolve, 50));
      await sessions.deleteAllSessions(trx);
    });
    expect(await inserted).toBe(false);
    expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([]);
    expect(await sessions.insertSession(db, SESSION, 'another hash')).toBe(true);
  });

  test('one address cannot block logins from others', async () => {
    const site = await startTestApp(open);
    const { release, started } = blockVerification();
    const attempts = Array.from({ length: 80 }, () => logIn(site, '198.51.100.1'));
    await expect.poll(started).toBe(1);
    const administrator = logIn(site, '203.0.113.1');
    await expect.poll(started).toBe(2);
    release();
    expect((await administrator).statusCode).toBe(200);
    const refused = (await Promise.all(attempts)).filter(({ statusCode }) => statusCode === 503);
    expect(refused).toHaveLength(48);
    for (const { headers } of refused) expect(headers['retry-after']).toBe('5');
  });

  test('one network of many addresses cannot block logins from others', async () => {
    const site = await startTestApp(open);
    const { release, started } = blockVerification();
    const address = (n: number) => `2001:db8:1:${n.toString(16)}::1`;
    const attempts = Array.from({ length: 80 }, (_, n) => logIn(site, address(n)));
    await expect.poll(started).toBe(32);
    const administrator = logIn(site, '203.0.113.1');
    await expect.poll(started).toBe(33);
    release();
    expect((await administrator).statusCode).toBe(200);
    const refused = (await Promise.all(attempts)).filter(({ statusCode }) => statusCode === 503);
    expect(refused).toHaveLength(48);
  });
});
