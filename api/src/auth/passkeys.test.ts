import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createAuthenticator } from '../../../test-support/authenticator.ts';
import { eachDialect } from '../../../test-support/dialects.ts';
import {
  addPasskey,
  challengeOf,
  logInWith,
  post,
  SITE,
} from '../../../test-support/second-factor.ts';
import {
  expectProblem,
  PASSWORD,
  startTestApp,
  type TestApp,
} from '../../../test-support/test-app.ts';
import { MAX_CHALLENGES } from './passkeys.service.ts';

type Authenticator = ReturnType<typeof createAuthenticator>;
type Differences = Parameters<Authenticator['answer']>[1];

const FAILED = { detail: 'Invalid username or password', title: 'Invalid username or password' };
const PHISHING = 'https://blog.example.evil';

const passkeysOf = async ({ get }: TestApp, token: string) =>
  (await get('/api/admin/account', token)).json().second_factor.passkeys;

const logIn = (site: TestApp, answer: object) => post(site, '/login/passkey', answer);

async function answerOf(site: TestApp, { answer }: Authenticator, differences?: Differences) {
  return answer(await challengeOf(site), differences);
}

/** A blog with one passkey. */
async function startWithPasskey(open: Parameters<typeof startTestApp>[0]) {
  const site = await startTestApp(open, { SITE_URL: SITE });
  const token = await site.login();
  return { site, token, ...(await addPasskey(site, token)) };
}

const optionsOf = async (site: TestApp, token: string) =>
  (await post(site, '/admin/passkeys/options', { password: PASSWORD }, token)).json();

async function changePassword(site: TestApp, token: string): Promise<void> {
  const passwords = { old_password: PASSWORD, new_password: 'another password' };
  expect((await post(site, '/admin/password', passwords, token)).statusCode).toBe(204);
}

eachDialect((open) => {
  test('a passkey is added with its name and logs in alone; the password alone does not', async () => {
    const { site, token, authenticator, passkey, recovery_codes } = await startWithPasskey(open);
    expect(recovery_codes).toHaveLength(10);
    expect(passkey).toEqual({
      ...{ id: expect.any(String), name: 'My phone', last_used_at: null },
      created_at: '2026-01-01T12:00:00.000Z',
    });
    expect(await passkeysOf(site, token)).toEqual([passkey]);
    expect((await site.get('/api/login')).json()).toEqual({ second_factor: true, passkeys: true });
    expectProblem(await logInWith(site, {}), 401, FAILED);
    site.passTime(1_000);
    const response = await logIn(site, await answerOf(site, authenticator));
    expect(response.statusCode, response.body).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    const used = { ...passkey, last_used_at: '2026-01-01T12:00:01.000Z' };
    expect(await passkeysOf(site, response.json().access_token)).toEqual([used]);
    const recovered = await logInWith(site, { code: recovery_codes?.[0] });
    expect(recovered.statusCode).toBe(200);
  });

  test('the options ask for user verification on the site’s host, and name no passkey', async () => {
    const { site, token, authenticator } = await startWithPasskey(open);
    const options = await post(site, '/login/passkey/options', {});
    expect(options.headers['cache-control']).toBe('no-store');
    expect(options.json()).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      ...{ rpId: 'blog.example', timeout: 300_000, userVerification: 'required' },
    });
    const proof = { password: PASSWORD, passkey: await answerOf(site, authenticator) };
    const creation = await post(site, '/admin/passkeys/options', proof, token);
    expect(creation.json()).toMatchObject({
      rp: { id: 'blog.example' },
      user: { name: 'admin' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ type: 'public-key', id: authenticator.credential.id }],
    });
  });

  test.each<[string, Differences]>([
    ['of another site, as phishing would get it', { origin: PHISHING }],
    ['for another host', { rpId: 'blog.example.evil' }],
    ['for a parent of the host', { rpId: 'example' }],
    ['of the same host without https', { origin: 'http://blog.example' }],
    ['without user verification', { isUserVerified: false }],
    ['of a registration', { type: 'webauthn.create' }],
    ['to a challenge that was not given', { challenge: 'AAAA' }],
    ['to no challenge', { challenge: '' }],
  ])('an answer %s is refused', async (_what, differences) => {
    const { site, authenticator } = await startWithPasskey(open);
    expectProblem(await logIn(site, await answerOf(site, authenticator, differences)), 401, FAILED);
  });

  test('an answer with the wrong key, type or bytes is refused in the same way', async () => {
    const { site, authenticator } = await startWithPasskey(open);
    const stranger = createAuthenticator(SITE);
    const answer = async () => answerOf(site, authenticator);
    const good = await answer();
    for (const wrong of [
      await answerOf(site, stranger),
      { ...(await answerOf(site, stranger)), ...authenticator.credential },
      { ...(await answer()), type: 'password' },
      { ...(await answer()), rawId: 'AAAA' },
      { ...(await answer()), response: { ...good.response, signature: 'AAAA' } },
      { ...(await answer()), response: { ...good.response, authenticatorData: '' } },
      { ...(await answer()), response: { ...good.response, clientDataJSON: 'bnVsbA' } },
    ])
      expectProblem(await logIn(site, wrong), 401, FAILED);
    expectProblem(await logIn(site, {}), 400);
  });

  test('an answer is accepted once, also at the same time, and not after five minutes', async () => {
    const { site, authenticator } = await startWithPasskey(open);
    const answer = await answerOf(site, authenticator);
    const attempts = await Promise.all([1, 2, 3].map(() => logIn(site, answer)));
    expect(attempts.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401, 401]);
    const wrong = await challengeOf(site);
    expectProblem(await logIn(site, authenticator.answer(wrong, { origin: PHISHING })), 401);
    expectProblem(await logIn(site, authenticator.answer(wrong)), 401);
    const late = await answerOf(site, authenticator);
    site.passTime(5 * 60_000);
    expectProblem(await logIn(site, late), 401);
  });

  test('a counter that does not grow is refused, unless it is always 0', async () => {
    const { site, authenticator } = await startWithPasskey(open);
    for (let n = 0; n < 2; n += 1)
      expect((await logIn(site, await answerOf(site, authenticator))).statusCode).toBe(200);
    authenticator.startCounting(3_000_000_000);
    expect((await logIn(site, await answerOf(site, authenticator))).statusCode).toBe(200);
    for (const counter of [3_000_000_001, 5, 0])
      expectProblem(await logIn(site, await answerOf(site, authenticator, { counter })), 401);
    expect((await logIn(site, await answerOf(site, authenticator))).statusCode).toBe(200);
  });

  test('failures are counted with those of the password', async () => {
    const { site, authenticator } = await startWithPasskey(open);
    const statuses: number[] = [];
    for (let n = 0; n < 10; n += 1) {
      const answer = await answerOf(site, authenticator, { origin: PHISHING });
      statuses.push((await logIn(site, answer)).statusCode);
    }
    expect(statuses).toEqual(Array(10).fill(401));
    expectProblem(await post(site, '/login/passkey/options', {}), 429);
    expectProblem(await logIn(site, authenticator.answer({ challenge: 'AAAA' })), 429);
    expectProblem(await logInWith(site, {}, '127.0.0.1'), 429);
  });

  test('an address has few open challenges, and a blog without a passkey stores none', async () => {
    const none = await startTestApp(open);
    await challengeOf(none);
    expect(await none.db.selectFrom('passkey_challenges').selectAll().execute()).toEqual([]);
    const { site, authenticator } = await startWithPasskey(open);
    const asked = await Promise.all(
      Array.from({ length: 25 }, () => post(site, '/login/passkey/options', {})),
    );
    const statuses = asked.map(({ statusCode }) => statusCode).toSorted();
    expect(statuses).toEqual([...Array(20).fill(200), ...Array(5).fill(429)]);
    const elsewhere = await site.request({
      ...{ method: 'POST', url: '/api/login/passkey/options', payload: {} },
      remoteAddress: '203.0.113.1',
    });
    expect((await logIn(site, authenticator.answer(elsewhere.json()))).statusCode).toBe(200);
    site.passTime(5 * 60_000);
    await site.auth.deleteExpired();
    expect(await site.db.selectFrom('passkey_challenges').selectAll().execute()).toEqual([]);
    await challengeOf(site);
  });

  test('many addresses cannot keep the owner from logging in', async () => {
    const { site, authenticator } = await startWithPasskey(open);
    const rows = Array.from({ length: MAX_CHALLENGES }, (_, n) => ({
      ...{ challenge: `${n}`, purpose: 'use' as const, address: `192.0.2.${n}` },
      expires_at: '2026-01-01T12:04:00.000Z',
    }));
    for (let n = 0; n < rows.length; n += 500)
      await site.db
        .insertInto('passkey_challenges')
        .values(rows.slice(n, n + 500))
        .execute();
    const answer = await answerOf(site, authenticator);
    const { length } = await site.db.selectFrom('passkey_challenges').selectAll().execute();
    expect(length).toBe(MAX_CHALLENGES);
    expect((await logIn(site, answer)).statusCode).toBe(200);
  });

  test('a passkey with the password is an answer where a code is asked, once', async () => {
    const { site, token, authenticator } = await startWithPasskey(open);
    const passkey = await answerOf(site, authenticator);
    const proof = { password: PASSWORD, passkey };
    const wrong = { password: 'wrong', passkey: await answerOf(site, authenticator) };
    expectProblem(await post(site, '/admin/recovery-codes', wrong, token), 403);
    const renewed = await post(site, '/admin/recovery-codes', proof, token);
    expect(renewed.statusCode, renewed.body).toBe(200);
    expectProblem(await post(site, '/admin/recovery-codes', proof, token), 403);
    const answer = await answerOf(site, authenticator);
    expect((await logInWith(site, { passkey: answer })).statusCode).toBe(400);
  });

  test('a removed passkey is refused, also while it logs in', async () => {
    const { site, token, authenticator, passkey, recovery_codes } = await startWithPasskey(open);
    const other = await addPasskey(site, token, { code: recovery_codes?.[0] });
    expect(other.recovery_codes).toBeNull();
    const late = await answerOf(site, authenticator);
    const removed = await post(
      site,
      `/admin/passkeys/${passkey.id}/remove`,
      { password: PASSWORD, code: recovery_codes?.[1] },
      token,
    );
    expect(removed.statusCode, removed.body).toBe(204);
    expectProblem(await logIn(site, late), 401, FAILED);
    expectProblem(await logIn(site, await answerOf(site, authenticator)), 401, FAILED);
    expect((await logIn(site, await answerOf(site, other.authenticator))).statusCode).toBe(200);
    const again = { password: PASSWORD, code: recovery_codes?.[2] };
    expectProblem(await post(site, `/admin/passkeys/${passkey.id}/remove`, again, token), 404);
    expect(await passkeysOf(site, token)).toHaveLength(1);
  });

  test.each<[string, Differences]>([
    ['of another site', { origin: PHISHING }],
    ['for another host', { rpId: 'blog.example.evil' }],
    ['without user verification', { isUserVerified: false }],
    ['that is a login', { type: 'webauthn.get' }],
    ['to another challenge', { challenge: 'AAAA' }],
  ])('a new passkey %s is refused', async (_what, differences) => {
    const site = await startTestApp(open, { SITE_URL: SITE });
    const token = await site.login();
    const response = createAuthenticator(SITE).register(await optionsOf(site, token), differences);
    expectProblem(await post(site, '/admin/passkeys', { name: 'x', response }, token), 400);
    expect((await site.get('/api/login')).json().second_factor).toBe(false);
  });

  test('a challenge is for adding or for logging in, and adds one passkey', async () => {
    const site = await startTestApp(open, { SITE_URL: SITE });
    const token = await site.login();
    const authenticator = createAuthenticator(SITE);
    const response = authenticator.register(await optionsOf(site, token));
    const added = { name: 'x', response };
    expect((await post(site, '/admin/passkeys', added, token)).statusCode).toBe(201);
    expectProblem(await post(site, '/admin/passkeys', added, token), 400);
    const login = authenticator.register(await challengeOf(site));
    expectProblem(await post(site, '/admin/passkeys', { name: 'x', response: login }, token), 400);
    expect(await passkeysOf(site, token)).toHaveLength(1);
  });

  test('a session that ends while its request is read adds no passkey', async () => {
    const site = await startTestApp(open, { SITE_URL: SITE });
    const [token, other] = [await site.login(), await site.login()];
    const response = createAuthenticator(SITE).register(await optionsOf(site, token));
    const body = JSON.stringify({ name: 'x', response });
    const payload = new PassThrough();
    payload.write(body.slice(0, -1));
    const headers = { 'content-type': 'application/json' };
    const url = '/api/admin/passkeys';
    const added = site.request({ method: 'POST', url, headers, payload }, token);
    await site.get('/api/admin/account', token);
    await changePassword(site, other);
    payload.end(body.slice(-1));
    expectProblem(await added, 401);
    expect(await passkeysOf(site, other)).toEqual([]);
  });

  test('a new password ends what any session has begun to set up', async () => {
    const site = await startTestApp(open, { SITE_URL: SITE });
    const token = await site.login();
    const response = createAuthenticator(SITE).register(await optionsOf(site, token));
    await changePassword(site, token);
    expectProblem(await post(site, '/admin/passkeys', { name: 'x', response }, token), 400);
  });

  test.each(['', '   ', 'two\nlines', 'x'.repeat(101)])('the name %j is refused', async (name) => {
    const site = await startTestApp(open, { SITE_URL: SITE });
    const token = await site.login();
    const response = createAuthenticator(SITE).register(await optionsOf(site, token));
    const refused = await post(site, '/admin/passkeys', { name, response }, token);
    expectProblem(refused, 400, { errors: { name: [expect.any(String)] } });
  });
});
