import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import {
  expectProblem,
  PASSWORD,
  startTestApp,
  type TestApp,
} from '../../../test-support/test-app.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const URL = '/api/admin/sessions';

async function logInFrom(
  { request }: TestApp,
  address: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const payload = { username: 'admin', password: PASSWORD };
  const response = await request({
    ...{ method: 'POST', url: '/api/login', payload, headers },
    remoteAddress: address,
  });
  return response.json().access_token;
}

/** What is sent before the session ends, and after. */
const HELD = {
  'a body that stays empty': ['backup-tickets', 'application/json', '', ''],
  'an import': ['imports?name=a.zip', 'application/octet-stream', 'PK', '...'],
  'a picture': [
    'upload-image',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n',
    'bytes\r\n--x--\r\n',
  ],
} as const;

const sessionsOf = async ({ get }: TestApp, token: string) => (await get(URL, token)).json();

function end({ request }: TestApp, token: string, id: string) {
  return request({ method: 'DELETE', url: `${URL}/${id}` }, token);
}

eachDialect((open) => {
  for (const [what, [path, type, begin, rest]] of Object.entries(HELD))
    test(`a session that ends while ${what} is sent does nothing more`, async () => {
      const site = await startTestApp(open);
      const [token, other] = [await site.login(), await site.login()];
      const payload = new PassThrough();
      payload.write(begin);
      const headers = { 'content-type': type };
      const url = `/api/admin/${path}`;
      const sent = site.request({ method: 'POST', url, headers, payload }, token);
      const [mine] = (await sessionsOf(site, other)).filter(
        ({ is_current }: { is_current: boolean }) => !is_current,
      );
      expect((await end(site, other, mine.id)).statusCode).toBe(204);
      payload.end(rest);
      expectProblem(await sent, 401);
      expect((await site.get('/api/admin/imports', other)).json()).toEqual([]);
      expect((await site.get('/api/admin/images', other)).json()).toMatchObject({ images: [] });
    });

  test('the list has browser, address and times, and marks this session', async () => {
    const site = await startTestApp(open);
    const phone = await logInFrom(site, '192.0.2.1', { 'user-agent': 'A phone' });
    site.passTime(MINUTE);
    const laptop = await logInFrom(site, '2001:db8::2', { 'user-agent': 'A laptop' });
    site.passTime(MINUTE);
    const sessions = await sessionsOf(site, phone);
    const id = expect.stringMatching(/^[0-9a-f]{32}$/);
    expect(sessions).toEqual([
      {
        id,
        user_agent: 'A phone',
        address: '127.0.0.1',
        created_at: '2026-01-01T12:00:00.000Z',
        last_used_at: '2026-01-01T12:02:00.000Z',
        is_current: true,
      },
      {
        id,
        user_agent: 'A laptop',
        address: '2001:db8::2',
        created_at: '2026-01-01T12:01:00.000Z',
        last_used_at: '2026-01-01T12:01:00.000Z',
        is_current: false,
      },
    ]);
    expect(JSON.stringify(sessions)).not.toContain(laptop);
  });

  test('the latest used session is the first', async () => {
    const site = await startTestApp(open);
    const [first, second] = [await site.login(), await site.login()];
    site.passTime(MINUTE);
    await site.get('/api/admin/account', second);
    site.passTime(MINUTE);
    const isCurrent = async (token: string) =>
      (await sessionsOf(site, token)).map((session: { is_current: boolean }) => session.is_current);
    expect(await isCurrent(first)).toEqual([true, false]);
    site.passTime(MINUTE);
    expect(await isCurrent(second)).toEqual([true, false]);
  });

  test('the last use is written at most once a minute', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const lastUse = async () =>
      (await site.db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow()).last_used_at;
    site.passTime(MINUTE - 1);
    await site.get('/api/admin/account', token);
    expect(await lastUse()).toBe('2026-01-01T12:00:00.000Z');
    site.passTime(1);
    await site.get('/api/admin/account', token);
    expect(await lastUse()).toBe('2026-01-01T12:01:00.000Z');
  });

  test('the address is the one that a trusted proxy names', async () => {
    const site = await startTestApp(open, { TRUST_PROXY: '127.0.0.1' });
    const headers = { 'x-forwarded-for': '198.51.100.7' };
    const token = await logInFrom(site, '127.0.0.1', headers);
    const addresses = async () =>
      (await site.db.selectFrom('sessions').select('address').execute()).map((row) => row.address);
    expect(await addresses()).toEqual(['198.51.100.7']);
    site.passTime(MINUTE);
    await site.request(
      { method: 'GET', url: URL, headers: { 'x-forwarded-for': '198.51.100.8' } },
      token,
    );
    expect(await addresses()).toEqual(['198.51.100.8']);
  });

  test('what is no address is not shown as one', async () => {
    const site = await startTestApp(open, { TRUST_PROXY: 'true' });
    const headers = { 'x-forwarded-for': '<b>your own computer</b>' };
    const token = await logInFrom(site, '127.0.0.1', headers);
    expect((await sessionsOf(site, token))[0].address).toBeNull();
    const from = async (address: string) => {
      site.passTime(MINUTE);
      const claimed = { 'x-forwarded-for': address };
      return (await site.request({ method: 'GET', url: URL, headers: claimed }, token)).json()[0];
    };
    expect(await from('::ffff:192.0.2.1')).toMatchObject({ address: '192.0.2.1' });
    expect(await from('x'.repeat(5_000))).toMatchObject({ address: null });
  });

  test('what a browser says of itself is cut and has no control characters', async () => {
    const site = await startTestApp(open);
    const token = await logInFrom(site, '192.0.2.1', {
      'user-agent': ` a\tb\u0085c${'x'.repeat(5_000)}`,
    });
    const [session] = await sessionsOf(site, token);
    expect(session.user_agent).toBe(`abc${'x'.repeat(297)}`);
  });

  test('a session from an earlier version has no browser, and gets its last use', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const unknown = { user_agent: null, address: null, last_used_at: null };
    await site.db.updateTable('sessions').set(unknown).execute();
    expect(await sessionsOf(site, token)).toMatchObject([
      { user_agent: null, address: '127.0.0.1', last_used_at: '2026-01-01T12:00:00.000Z' },
    ]);
  });

  test('expired sessions are not listed, and cannot be ended', async () => {
    const site = await startTestApp(open);
    await site.login();
    site.passTime(DAY);
    const [old] = await sessionsOf(site, await site.login());
    site.passTime(13 * DAY + MINUTE);
    const token = await site.login();
    const sessions = await sessionsOf(site, token);
    expect(sessions).toHaveLength(2);
    const expired = await site.db
      .selectFrom('sessions')
      .select('token_hash')
      .where('created_at', '<', old.created_at)
      .executeTakeFirstOrThrow();
    expectProblem(await end(site, token, expired.token_hash.slice(0, 32)), 404);
  });

  test('ending a session ends only that one, and once', async () => {
    const site = await startTestApp(open);
    const [mine, other] = [await site.login(), await site.login()];
    const sessions: { id: string; is_current: boolean }[] = await sessionsOf(site, mine);
    const id = sessions.find((session) => !session.is_current)?.id ?? '';
    expect((await end(site, mine, id)).statusCode).toBe(204);
    expectProblem(await site.get(URL, other), 401);
    expect(await sessionsOf(site, mine)).toHaveLength(1);
    expectProblem(await end(site, mine, id), 404);
    for (const invalid of ['%25', 'x'.repeat(32), id.slice(1), id.toUpperCase().replace(/^./, 'G')])
      expectProblem(await end(site, mine, invalid), 400);
    expect(await sessionsOf(site, mine)).toHaveLength(1);
  });

  test('ending this session is a logout', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const [{ id }] = await sessionsOf(site, token);
    expect((await end(site, token, id)).statusCode).toBe(204);
    expectProblem(await site.get(URL, token), 401);
  });

  test('ending a session revokes download tickets', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const tickets = { method: 'POST', url: '/api/admin/backup-tickets' } as const;
    const { url } = (await site.request(tickets, token)).json();
    const [{ id }] = await sessionsOf(site, token);
    await end(site, token, id);
    expectProblem(await site.get(url), 404);
  });

  test('ending a session works after the write limit is reached', async () => {
    const site = await startTestApp(open, { WRITES_PER_MINUTE: '1' });
    const token = await site.login();
    await site.createPost(token);
    const [{ id }] = await sessionsOf(site, token);
    expect((await end(site, token, id)).statusCode).toBe(204);
  });

  test('both calls need a session', async () => {
    const site = await startTestApp(open);
    expectProblem(await site.get(URL), 401);
    expectProblem(await end(site, '', '0'.repeat(32)), 401);
  });
});
