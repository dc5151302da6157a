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
import { DUMMY_HASH } from './auth.service.ts';
import { createLoginLimit } from './login-limit.ts';
import { hashPassword } from './passwords.ts';

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
  test('the right name and password get a token that opens the administration', async () => {
    const site = await startTestApp(open);
    const answer = await logIn(site, PASSWORD);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toEqual({ access_token: expect.stringMatching(/^[\w-]{43}$/) });
    expect((await site.get('/api/admin/posts', answer.json().access_token)).statusCode).toBe(200);
  });

  test('the database keeps no token, only its hash', async () => {
    const { login, db } = await startTestApp(open);
    const token = await login();
    const session = await db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(session)).not.toContain(token);
  });

  test.each([
    ['a wrong password', 'admin', 'wrong'],
    ['an unknown name', 'nobody', PASSWORD],
    ['a name in another case', 'Admin', PASSWORD],
  ])('%s is answered 401 in the same words', async (_what, username, password) => {
    const site = await startTestApp(open);
    const answer = await logIn(site, password, username);
    expectProblem(answer, 401, { detail: 'Invalid username or password' });
    expect(await site.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });

  test('nobody gets in before a password is set', async () => {
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
      const answer = await request({
        method,
        url,
        headers: authorization ? { authorization } : {},
      });
      expectProblem(answer, 401);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
  });

  test('logging out ends the session on the server, and only that one', async () => {
    const { login, get, request } = await startTestApp(open);
    const [first, second] = [await login(), await login()];
    const answer = await request({ method: 'POST', url: '/api/logout' }, first);
    expect(answer.statusCode).toBe(204);
    expectProblem(await get('/api/admin/posts', first), 401);
    expect((await get('/api/admin/posts', second)).statusCode).toBe(200);
  });

  test('logging out everywhere ends every session, the own one too', async () => {
    const { login, get, request } = await startTestApp(open);
    const [first, second] = [await login(), await login()];
    const answer = await request({ method: 'POST', url: '/api/admin/logout-everywhere' }, first);
    expect(answer.statusCode).toBe(204);
    for (const token of [first, second]) expectProblem(await get('/api/admin/posts', token), 401);
    expect((await get('/api/admin/posts', await login())).statusCode).toBe(200);
  });

  test.each(['logging out everywhere', 'a new password'])(
    '%s ends the tickets for downloads that sessions have asked for',
    async (how) => {
      const site = await startTestApp(open);
      const token = await site.login();
      const post = (url: string) => site.request({ method: 'POST', url }, token);
      const { url } = (await post('/api/admin/backup-tickets')).json();
      if (how === 'a new password') await site.auth.setPassword('another password');
      else await post('/api/admin/logout-everywhere');
      expectProblem(await site.get(url), 404);
    },
  );

  test('a session ends after 14 days without use, and slides with each use', async () => {
    const { login, get, passTime } = await startTestApp(open);
    const token = await login();
    for (let week = 0; week < 4; week += 1) {
      passTime(7 * DAY);
      expect((await get('/api/admin/posts', token)).statusCode).toBe(200);
    }
    passTime(14 * DAY + MINUTE);
    expectProblem(await get('/api/admin/posts', token), 401);
  });

  test('a session ends 90 days after its login, however often it is used', async () => {
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

  test('a session that was prolonged without an end by an earlier version ends all the same', async () => {
    const { login, get, passTime, db, auth } = await startTestApp(open);
    const token = await login();
    passTime(90 * DAY);
    await db.updateTable('sessions').set({ expires_at: '2026-04-14T12:00:00.000Z' }).execute();
    expectProblem(await get('/api/admin/posts', token), 401);
    await auth.sweep();
    expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });

  test('ended sessions and old attempts are swept away', async () => {
    const site = await startTestApp(open);
    await site.login();
    await logIn(site, 'wrong');
    site.passTime(15 * DAY);
    const fresh = await site.login();
    await site.auth.sweep();
    expect(await site.db.selectFrom('sessions').selectAll().execute()).toHaveLength(1);
    expect(await site.db.selectFrom('login_attempts').selectAll().execute()).toEqual([]);
    expect((await site.get('/api/admin/posts', fresh)).statusCode).toBe(200);
  });

  test('a new password ends all sessions and is the only one from then on', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    await site.auth.setPassword('another password');
    expectProblem(await site.get('/api/admin/posts', token), 401);
    expectProblem(await logIn(site, PASSWORD), 401);
    expect((await logIn(site, 'another password')).statusCode).toBe(200);
  });

  test('a handful of mistakes goes through, tens do not, even all at once', async () => {
    const site = await startTestApp(open);
    const answers = await Promise.all(Array.from({ length: 30 }, () => logIn(site, 'wrong')));
    const statuses = answers.map((answer) => answer.statusCode);
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

  test('an address that goes on waits twice as long each time, up to a day', async () => {
    const { db, remove } = await open();
    let now = Date.parse('2026-01-01T12:00:00Z');
    const limit = createLoginLimit(db, () => new Date(now));
    const here = '192.0.2.1';
    const waits: number[] = [];
    for (let round = 0; round < 11; round += 1) {
      let refusal: unknown;
      for (let n = 0; n <= 10 && refusal === undefined; n += 1) {
        refusal = await limit.assertAllowed(here, 'admin').catch((error) => error);
        if (refusal === undefined) await limit.recordFailure(here, 'admin');
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
    await limit.assertAllowed(here, 'admin');
    await db.destroy();
    await remove();
  });

  test('right passwords are not counted, one after another or all at once', async () => {
    const site = await startTestApp(open);
    for (let n = 0; n < 12; n += 1) expect((await logIn(site, PASSWORD)).statusCode).toBe(200);
    const answers = await Promise.all(Array.from({ length: 20 }, () => logIn(site, PASSWORD)));
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(20).fill(200));
  });

  test('more logins at once than can be checked in time are refused, whoever sends them', async () => {
    const site = await startTestApp(open);
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, n) => logIn(site, PASSWORD, 'admin', `198.51.${n}.1`)),
    );
    const refused = answers.filter((answer) => answer.statusCode === 503);
    expect(refused).toHaveLength(16);
    expect(refused[0]?.headers['retry-after']).toBe('5');
    expect((await logIn(site, PASSWORD)).statusCode).toBe(200);
  });

  test('the administrator has the name of ADMIN_USERNAME', async () => {
    const site = await startTestApp(open, { ADMIN_USERNAME: 'ada' });
    expect((await logIn(site, PASSWORD, 'ada')).statusCode).toBe(200);
    expectProblem(await logIn(site, PASSWORD, 'admin'), 401);
  });

  test('a password typed with combined or with separate accents is the same', async () => {
    const site = await startTestApp(open);
    await site.auth.setPassword('caf\u00e9 au lait');
    expect((await logIn(site, 'cafe\u0301 au lait')).statusCode).toBe(200);
  });

  test('a name under attack from many addresses leaves each fewer tries, and lets the owner in', async () => {
    const site = await startTestApp(open);
    for (let n = 0; n < 50; n += 1) await logIn(site, 'wrong', 'admin', `198.51.100.${n}`);
    const statuses = [];
    for (let n = 0; n < 5; n += 1) {
      statuses.push((await logIn(site, 'wrong', 'admin', '203.0.113.9')).statusCode);
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    expect((await logIn(site, PASSWORD, 'admin', '203.0.113.10')).statusCode).toBe(200);
  });

  test('the more a name is attacked, the fewer tries each address has, and never none', async () => {
    const site = await startTestApp(open);
    const [mistake] = await attackFrom(site, '198.51.100.1', 1);
    expect(mistake).toBe(401);
    const row = await site.db.selectFrom('login_attempts').selectAll().executeTakeFirstOrThrow();
    for (const [met, tries] of [
      [500, [401, 401, 429]],
      [5_000, [401, 429, 429]],
    ] as const) {
      const rows = Array.from({ length: met }, (_, n) => ({
        ...row,
        id: `${met}-${n}`,
        address: `192.0.2.${met}-${n}`,
      }));
      for (let n = 0; n < met; n += 500)
        await site.db
          .insertInto('login_attempts')
          .values(rows.slice(n, n + 500))
          .execute();
      // An hour later: it is the day that counts.
      site.passTime(60 * MINUTE);
      expect(await attackFrom(site, `203.0.113.${met / 500}`, 3)).toEqual(tries);
      const fresh = `203.0.113.${100 + met / 500}`;
      expect((await logIn(site, PASSWORD, 'admin', fresh)).statusCode).toBe(200);
    }
  });

  test('X-Forwarded-For counts only from a trusted proxy', async () => {
    const attack = async (site: TestApp) => {
      const statuses = [];
      for (let n = 0; n < 12; n += 1) {
        const answer = await site.request({
          method: 'POST',
          url: '/api/login',
          payload: { username: 'admin', password: 'wrong' },
          headers: { 'x-forwarded-for': `198.51.100.${n}` },
          remoteAddress: '192.0.2.1',
        });
        statuses.push(answer.statusCode);
      }
      return statuses.at(-1);
    };
    expect(await attack(await startTestApp(open))).toBe(429);
    expect(await attack(await startTestApp(open, { TRUST_PROXY: '10.0.0.0/8' }))).toBe(429);
    expect(await attack(await startTestApp(open, { TRUST_PROXY: '192.0.2.1' }))).toBe(401);
  });

  test('neither passwords nor tokens are ever logged', async () => {
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

test('an unknown name is checked against a hash that costs as much as a real one', async () => {
  const costs = (hash: string) => hash.split('$').slice(1, 4);
  expect(costs(DUMMY_HASH)).toEqual(costs(await hashPassword('any')));
});

test('addresses are counted per IPv4 address and per IPv6 network', () => {
  expect(addressKey('192.0.2.1')).toBe('192.0.2.1');
  expect(addressKey('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(addressKey('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64');
  expect(addressKey('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(addressKey('::1')).toBe('0:0:0:0::/64');
  expect(addressKey('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
});
