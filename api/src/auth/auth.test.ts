import { expect, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import {
  expectProblem,
  PASSWORD,
  startTestApp,
  type TestApp,
} from '../../../test-support/test-app.ts';
import { addressKey } from '../http/address-key.ts';
import type { ProblemError } from '../http/problem.ts';
import { createLoginLimit } from './login-limit.ts';
import { DUMMY_HASH, hashPassword } from './passwords.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

function logIn({ request }: TestApp, password: string, username = 'admin', address = '192.0.2.1') {
  return request({
    method: 'POST',
    url: '/api/login',
    payload: { username, password },
    remoteAddress: address,
  });
}

async function attackFrom(site: TestApp, address: string, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1)
    statuses.push((await logIn(site, 'wrong', 'admin', address)).statusCode);
  return statuses;
}

eachDialect((open) => {
  test('the right name and password return a token that is valid for the admin API', async () => {
    const site = await startTestApp(open);
    const response = await logIn(site, PASSWORD);
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toEqual({ access_token: expect.stringMatching(/^[\w-]{43}$/) });
    expect((await site.get('/api/admin/posts', response.json().access_token)).statusCode).toBe(200);
  });

  test('the database stores only a hash of the token', async () => {
    const { login, db } = await startTestApp(open);
    const token = await login();
    const session = await db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(session)).not.toContain(token);
  });

  test.each([
    ['a wrong password', 'admin', 'wrong'],
    ['an unknown name', 'nobody', PASSWORD],
    ['a name in another case', 'Admin', PASSWORD],
  ])('%s gets the same 401 response', async (_case, username, password) => {
    const site = await startTestApp(open);
    const response = await logIn(site, password, username);
    expectProblem(response, 401, { detail: 'Invalid username or password' });
    expect(await site.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });

  test('login fails before a password is set', async () => {
    const site = await startTestApp(open);
    await site.db.deleteFrom('settings').execute();
    expectProblem(await logIn(site, PASSWORD), 401);
  });

  test.each([
    ['GET', '/api/admin/posts'],
    ['POST', '/api/admin/posts'],
    ['PUT', '/api/admin/posts/01900000-0000-7000-8000-000000000000'],
    ['DELETE', '/api/admin/posts/01900000-0000-7000-8000-000000000000'],
    ['GET', '/api/admin/posts?view=summary'],
    ['GET', '/api/admin/posts/01900000-0000-7000-8000-000000000000/revisions'],
    ['GET', '/api/admin/posts/01900000-0000-7000-8000-000000000000/revisions/1'],
    ['GET', '/api/admin/trash'],
    ['POST', '/api/admin/trash/01900000-0000-7000-8000-000000000000/restore'],
    ['POST', '/api/admin/preview'],
    ['POST', '/api/admin/upload-image'],
    ['POST', '/api/admin/save-image-url'],
    ['POST', '/api/admin/logout-everywhere'],
    ['POST', '/api/logout'],
  ] as const)('%s %s needs a valid token', async (method, url) => {
    const { request } = await startTestApp(open);
    for (const authorization of [
      undefined,
      'Bearer',
      'Bearer x',
      'Basic YWRtaW46eA==',
      'Bearer a b',
      'x'.repeat(5000),
    ]) {
      const response = await request({
        method,
        url,
        headers: authorization ? { authorization } : {},
      });
      expectProblem(response, 401);
      expect(response.headers['www-authenticate']).toBe('Bearer');
    }
  });

  test('logging out ends that session only', async () => {
    const { login, get, request } = await startTestApp(open);
    const [first, second] = [await login(), await login()];
    const response = await request({ method: 'POST', url: '/api/logout' }, first);
    expect(response.statusCode).toBe(204);
    expectProblem(await get('/api/admin/posts', first), 401);
    expect((await get('/api/admin/posts', second)).statusCode).toBe(200);
  });

  test('logging out everywhere ends all sessions, including the current one', async () => {
    const { login, get, request } = await startTestApp(open);
    const [first, second] = [await login(), await login()];
    const response = await request({ method: 'POST', url: '/api/admin/logout-everywhere' }, first);
    expect(response.statusCode).toBe(204);
    for (const token of [first, second]) expectProblem(await get('/api/admin/posts', token), 401);
    expect((await get('/api/admin/posts', await login())).statusCode).toBe(200);
  });

  test.each(['logging out everywhere', 'a new password'])(
    '%s revokes download tickets',
    async (action) => {
      const site = await startTestApp(open);
      const token = await site.login();
      const post = (url: string) => site.request({ method: 'POST', url }, token);
      const { url } = (await post('/api/admin/backup-tickets')).json();
      if (action === 'a new password') await site.auth.setPassword('another password');
      else await post('/api/admin/logout-everywhere');
      expectProblem(await site.get(url), 404);
    },
  );

  test('a session expires after 14 days without use, and each use extends it', async () => {
    const { login, get, passTime } = await startTestApp(open);
    const token = await login();
    for (let week = 0; week < 4; week += 1) {
      passTime(7 * DAY);
      expect((await get('/api/admin/posts', token)).statusCode).toBe(200);
    }
    passTime(14 * DAY + MINUTE);
    expectProblem(await get('/api/admin/posts', token), 401);
  });

  test('a session expires 90 days after login, even if it is used', async () => {
    const { login, get, passTime, db } = await startTestApp(open);
    const token = await login();
    for (let day = 0; day < 89; day += 1) {
      passTime(DAY);
      expect((await get('/api/admin/posts', token)).statusCode).toBe(200);
    }
    const lastDay = '2026-04-01T12:00:00.000Z';
    const { expires_at } = await db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
    expect(expires_at).toBe(lastDay);
    passTime(DAY - MINUTE);
    expect((await get('/api/admin/posts', token)).statusCode).toBe(200);
    passTime(MINUTE);
    expectProblem(await get('/api/admin/posts', token), 401);
  });

  test('a session that an earlier version extended beyond 90 days expires, too', async () => {
    const { login, get, passTime, db, auth } = await startTestApp(open);
    const token = await login();
    passTime(90 * DAY);
    await db.updateTable('sessions').set({ expires_at: '2026-04-14T12:00:00.000Z' }).execute();
    expectProblem(await get('/api/admin/posts', token), 401);
    await auth.deleteExpired();
    expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });

  test('expired sessions and old login attempts are deleted', async () => {
    const site = await startTestApp(open);
    await site.login();
    await logIn(site, 'wrong');
    site.passTime(15 * DAY);
    const fresh = await site.login();
    await site.auth.deleteExpired();
    expect(await site.db.selectFrom('sessions').selectAll().execute()).toHaveLength(1);
    expect(await site.db.selectFrom('login_attempts').selectAll().execute()).toEqual([]);
    expect((await site.get('/api/admin/posts', fresh)).statusCode).toBe(200);
  });

  test('a new password ends all sessions and replaces the old one', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    await site.auth.setPassword('another password');
    expectProblem(await site.get('/api/admin/posts', token), 401);
    expectProblem(await logIn(site, PASSWORD), 401);
    expect((await logIn(site, 'another password')).statusCode).toBe(200);
  });

  test('ten wrong passwords are allowed, more are refused, even if they are concurrent', async () => {
    const site = await startTestApp(open);
    const responses = await Promise.all(Array.from({ length: 30 }, () => logIn(site, 'wrong')));
    const statuses = responses.map((response) => response.statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    const refused = await logIn(site, PASSWORD);
    expectProblem(refused, 429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(300);
    expect((await logIn(site, PASSWORD, 'admin', '192.0.2.2')).statusCode).toBe(200);
    site.passTime(Number(refused.headers['retry-after']) * 1000 + 1);
    expect((await logIn(site, PASSWORD)).statusCode).toBe(200);
  });

  test('the wait doubles each time that an address exceeds the limit, up to a day', async () => {
    const { db, remove } = await open();
    let now = Date.parse('2026-01-01T12:00:00Z');
    const limit = createLoginLimit(db, () => new Date(now));
    const address = '192.0.2.1';
    const waits: number[] = [];
    for (let round = 0; round < 11; round += 1) {
      let refusal: unknown;
      for (let n = 0; n <= 10 && refusal === undefined; n += 1) {
        refusal = await limit.assertAllowed(address, 'admin').catch((error) => error);
        if (refusal === undefined) await limit.recordFailure(address, 'admin');
      }
      expect(refusal).toMatchObject({ code: 'too-many-requests' });
      await limit.assertAllowed(`198.51.100.${round}`, 'admin');
      const seconds = Number((refusal as ProblemError).headers['retry-after']);
      waits.push(seconds / 60);
      now += seconds * 1000 + 1;
    }
    expect(waits.slice(0, 6)).toEqual([5, 10, 20, 40, 80, 160]);
    expect(Math.max(...waits)).toBeLessThanOrEqual(24 * 60);
    now += DAY;
    await limit.assertAllowed(address, 'admin');
    await db.destroy();
    await remove();
  });

  test('successful logins are not counted, sequential or concurrent', async () => {
    const site = await startTestApp(open);
    for (let n = 0; n < 12; n += 1) expect((await logIn(site, PASSWORD)).statusCode).toBe(200);
    const responses = await Promise.all(Array.from({ length: 20 }, () => logIn(site, PASSWORD)));
    expect(responses.map((response) => response.statusCode)).toEqual(Array(20).fill(200));
  });

  test('too many concurrent logins from all addresses together are refused', async () => {
    const site = await startTestApp(open);
    const responses = await Promise.all(
      Array.from({ length: 80 }, (_, n) => logIn(site, PASSWORD, 'admin', `198.51.${n}.1`)),
    );
    const refused = responses.filter((response) => response.statusCode === 503);
    expect(refused).toHaveLength(16);
    expect(refused[0]?.headers['retry-after']).toBe('5');
    expect((await logIn(site, PASSWORD)).statusCode).toBe(200);
  });

  test('ADMIN_USERNAME sets the name of the administrator', async () => {
    const site = await startTestApp(open, { ADMIN_USERNAME: 'ada' });
    expect((await logIn(site, PASSWORD, 'ada')).statusCode).toBe(200);
    expectProblem(await logIn(site, PASSWORD, 'admin'), 401);
  });

  test('a password matches in composed and decomposed Unicode form', async () => {
    const site = await startTestApp(open);
    await site.auth.setPassword('caf\u00e9 au lait');
    expect((await logIn(site, 'cafe\u0301 au lait')).statusCode).toBe(200);
  });

  test('an attack from many addresses lowers the limit per address, and the administrator can log in', async () => {
    const site = await startTestApp(open);
    for (let n = 0; n < 50; n += 1) await logIn(site, 'wrong', 'admin', `198.51.100.${n}`);
    const statuses = [];
    for (let n = 0; n < 5; n += 1) {
      statuses.push((await logIn(site, 'wrong', 'admin', '203.0.113.9')).statusCode);
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    expect((await logIn(site, PASSWORD, 'admin', '203.0.113.10')).statusCode).toBe(200);
  });

  test('a stronger attack lowers the limit per address further, but never to zero', async () => {
    const site = await startTestApp(open);
    const [firstStatus] = await attackFrom(site, '198.51.100.1', 1);
    expect(firstStatus).toBe(401);
    const row = await site.db.selectFrom('login_attempts').selectAll().executeTakeFirstOrThrow();
    for (const [failures, statuses] of [
      [500, [401, 401, 429]],
      [5_000, [401, 429, 429]],
    ] as const) {
      const rows = Array.from({ length: failures }, (_, n) => ({
        ...row,
        id: `${failures}-${n}`,
        address: `192.0.2.${failures}-${n}`,
      }));
      for (let n = 0; n < failures; n += 500)
        await site.db
          .insertInto('login_attempts')
          .values(rows.slice(n, n + 500))
          .execute();
      // Failures count for a day, not only within the short window.
      site.passTime(60 * MINUTE);
      expect(await attackFrom(site, `203.0.113.${failures / 500}`, 3)).toEqual(statuses);
      const fresh = `203.0.113.${100 + failures / 500}`;
      expect((await logIn(site, PASSWORD, 'admin', fresh)).statusCode).toBe(200);
    }
  });

  test('X-Forwarded-For is used only from a trusted proxy', async () => {
    const attack = async (site: TestApp) => {
      const statuses = [];
      for (let n = 0; n < 12; n += 1) {
        const response = await site.request({
          method: 'POST',
          url: '/api/login',
          payload: { username: 'admin', password: 'wrong' },
          headers: { 'x-forwarded-for': `198.51.100.${n}` },
          remoteAddress: '192.0.2.1',
        });
        statuses.push(response.statusCode);
      }
      return statuses.at(-1);
    };
    expect(await attack(await startTestApp(open))).toBe(429);
    expect(await attack(await startTestApp(open, { TRUST_PROXY: '10.0.0.0/8' }))).toBe(429);
    expect(await attack(await startTestApp(open, { TRUST_PROXY: '192.0.2.1' }))).toBe(401);
  });

  test('passwords and tokens are not logged', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    await logIn(site, 'a wrong password');
    await site.get('/api/admin/posts', token);
    expect(site.log.length).toBeGreaterThan(2);
    expect(JSON.stringify(site.log)).not.toMatch(
      new RegExp(`${token}|${PASSWORD}|a wrong password`),
    );
  });
});

test('the dummy hash has the same cost parameters as a real one', async () => {
  const costs = (hash: string) => hash.split('$').slice(1, 4);
  expect(costs(DUMMY_HASH)).toEqual(costs(await hashPassword('any')));
});

test('limits apply per IPv4 address and per IPv6 network', () => {
  expect(addressKey('192.0.2.1')).toBe('192.0.2.1');
  expect(addressKey('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(addressKey('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64');
  expect(addressKey('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(addressKey('::1')).toBe('0:0:0:0::/64');
  expect(addressKey('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
});
