import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import {
  expectProblem,
  PASSWORD,
  startTestApp,
  type TestApp,
} from '../../../test-support/test-app.ts';

const NEW = 'another password';

type Fields = Record<string, unknown>;

function change({ request }: TestApp, token: string | undefined, fields: Fields = {}) {
  const payload = { old_password: PASSWORD, new_password: NEW, ...fields };
  return request({ method: 'POST', url: '/api/admin/password', payload }, token);
}

function logIn({ request }: TestApp, password: string) {
  const payload = { username: 'admin', password };
  return request({ method: 'POST', url: '/api/login', payload });
}

const statusOf = async ({ get }: TestApp, token: string) =>
  (await get('/api/admin/account', token)).statusCode;

eachDialect((open) => {
  test('the password is changed, other sessions end, and this one stays', async () => {
    const site = await startTestApp(open);
    const [mine, other] = [await site.login(), await site.login()];
    const response = await change(site, mine);
    expect(response.statusCode, response.body).toBe(204);
    expect(response.body).toBe('');
    expect(await statusOf(site, mine)).toBe(200);
    expect(await statusOf(site, other)).toBe(401);
    expectProblem(await logIn(site, PASSWORD), 401);
    expect((await logIn(site, NEW)).statusCode).toBe(200);
  });

  test('another process refuses the ended sessions at once', async () => {
    const site = await startTestApp(open);
    const [mine, other] = [await site.login(), await site.login()];
    // `site.auth` is a service of its own, as another process has.
    expect(await site.auth.authenticate(other)).toBe(true);
    await change(site, mine);
    expect(await site.auth.authenticate(other)).toBe(false);
    expect(site.auth.isTokenKnown(other)).toBe(false);
    expect(await site.auth.authenticate(mine)).toBe(true);
  });

  test('a new password revokes download tickets', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const tickets = { method: 'POST', url: '/api/admin/backup-tickets' } as const;
    const { url } = (await site.request(tickets, token)).json();
    await change(site, token);
    expectProblem(await site.get(url), 404);
  });

  test('a session that ended in the meantime changes nothing', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const ended = {
      old_password: PASSWORD,
      new_password: NEW,
      token: 'ended',
      address: '192.0.2.1',
    };
    await expect(site.auth.changePassword('admin', ended)).rejects.toThrow('The session has ended');
    expect(await statusOf(site, token)).toBe(200);
    expectProblem(await logIn(site, NEW), 401);
  });

  test('a wrong old password is 403 and changes nothing', async () => {
    const site = await startTestApp(open);
    const [mine, other] = [await site.login(), await site.login()];
    expectProblem(await change(site, mine, { old_password: 'wrong' }), 403, {
      detail: 'The old password is wrong.',
    });
    expect(await statusOf(site, mine)).toBe(200);
    expect(await statusOf(site, other)).toBe(200);
    expect((await logIn(site, PASSWORD)).statusCode).toBe(200);
  });

  test('wrong old passwords are limited together with logins', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1)
      statuses.push((await change(site, token, { old_password: `wrong ${n}` })).statusCode);
    expect(statuses).toEqual([...Array(10).fill(403), 429]);
    const refused = await change(site, token);
    expectProblem(refused, 429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expectProblem(await logIn(site, PASSWORD), 429);
    site.passTime(Number(refused.headers['retry-after']) * 1_000 + 1);
    expect((await change(site, token)).statusCode).toBe(204);
  });

  test('concurrent guesses do not get around the limit', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const guesses = Array.from({ length: 20 }, () =>
      change(site, token, { old_password: 'wrong' }),
    );
    const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 403)).toHaveLength(10);
  });

  test.each([
    ['too short', 'too short', 'must have at least 10 characters'],
    ['empty', '', 'must have at least 10 characters'],
    ['too long', 'x'.repeat(1_001), 'must have at most 1000 characters'],
  ])(
    'a new password that is %s is refused with the reason',
    async (_case, new_password, reason) => {
      const site = await startTestApp(open);
      const token = await site.login();
      expectProblem(await change(site, token, { new_password }), 400, {
        detail: expect.stringContaining(reason),
        errors: { new_password: [reason] },
      });
      expect((await logIn(site, PASSWORD)).statusCode).toBe(200);
    },
  );

  test('of two changes at the same time, one happens', async () => {
    const site = await startTestApp(open);
    const tokens = [await site.login(), await site.login()];
    const responses = await Promise.all(
      tokens.map((token, n) => change(site, token, { new_password: `${NEW} ${n}` })),
    );
    const won = responses.findIndex(({ statusCode }) => statusCode === 204);
    expect(responses[1 - won]?.statusCode).toBe(403);
    expect((await logIn(site, `${NEW} ${won}`)).statusCode).toBe(200);
    expect(await statusOf(site, tokens[won] ?? '')).toBe(200);
    expect(await statusOf(site, tokens[1 - won] ?? '')).toBe(401);
  });

  test('it works after the write limit is reached', async () => {
    const site = await startTestApp(open, { WRITES_PER_MINUTE: '1' });
    const token = await site.login();
    await site.createPost(token);
    expect((await change(site, token)).statusCode).toBe(204);
  });

  test.each(['ADMIN_PASSWORD', 'ADMIN_PASSWORD_FILE'])(
    'with %s, the password is locked, and both calls name the variable',
    async (name) => {
      const file = join(temporaryFolder(), 'password');
      writeFileSync(file, `${PASSWORD}\n`);
      const site = await startTestApp(open, { [name]: name.endsWith('FILE') ? file : PASSWORD });
      const token = await site.login();
      expect((await site.get('/api/admin/account', token)).json()).toMatchObject({
        username: 'admin',
        password_locked_by: name,
        editor_view: null,
      });
      expectProblem(await change(site, token), 400, {
        detail: expect.stringContaining(`${name} is set`),
      });
      expect((await logIn(site, PASSWORD)).statusCode).toBe(200);
    },
  );

  test('the account has the name, and says that the password can be changed', async () => {
    const site = await startTestApp(open, { ADMIN_USERNAME: 'ada' });
    const response = await site.request({
      method: 'POST',
      url: '/api/login',
      payload: { username: 'ada', password: PASSWORD },
    });
    const { access_token } = response.json();
    expect((await site.get('/api/admin/account', access_token)).json()).toMatchObject({
      username: 'ada',
      password_locked_by: null,
      editor_view: null,
    });
  });

  test('both calls need a session', async () => {
    const site = await startTestApp(open);
    expectProblem(await change(site, undefined), 401);
    expectProblem(await site.get('/api/admin/account'), 401);
  });

  test('neither password is logged', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    await change(site, token, { old_password: 'a wrong password' });
    await change(site, token);
    expect(JSON.stringify(site.log)).not.toMatch(new RegExp(`${PASSWORD}|${NEW}|a wrong password`));
  });
});
