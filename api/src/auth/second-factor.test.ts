import { expect, test } from 'vitest';
import { totpCode } from '../../../test-support/authenticator.ts';
import { eachDialect } from '../../../test-support/dialects.ts';
import {
  addPasskey,
  challengeOf,
  listFailures,
  logInWith,
  post,
  SITE,
  START,
  setUpTotp,
} from '../../../test-support/second-factor.ts';
import {
  expectProblem,
  PASSWORD,
  startTestApp,
  type TestApp,
} from '../../../test-support/test-app.ts';

const FAILED = { detail: 'Invalid username or password', title: 'Invalid username or password' };
const STEP_MS = 30_000;

const factorsOf = async ({ get }: TestApp, token: string) =>
  (await get('/api/admin/account', token)).json().second_factor;

const statusOf = async ({ get }: TestApp, token: string) =>
  (await get('/api/admin/account', token)).statusCode;

async function tokenOf(response: ReturnType<typeof logInWith>): Promise<string> {
  const { statusCode, body } = await response;
  expect(statusCode, body).toBe(200);
  return JSON.parse(body).access_token;
}

eachDialect((open) => {
  test('without a second factor the password is enough, and a code is ignored', async () => {
    const site = await startTestApp(open);
    const state = await site.get('/api/login');
    expect(state.headers['cache-control']).toBe('no-store');
    expect(state.json()).toEqual({ second_factor: false, passkeys: false });
    await tokenOf(logInWith(site, {}));
    await tokenOf(logInWith(site, { code: '000000' }));
  });

  test('an app is on only after one of its codes; then the password alone fails like a wrong one', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    await post(site, '/admin/totp', { password: PASSWORD }, token);
    expect((await site.get('/api/login')).json().second_factor).toBe(false);
    await tokenOf(logInWith(site, {}));

    const { code, recoveryCodes } = await setUpTotp(site, token);
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const recovery of recoveryCodes ?? []) expect(recovery).toMatch(/^(\w{4}-){3}\w{4}$/);
    expect((await site.get('/api/login')).json()).toEqual({ second_factor: true, passkeys: false });
    expect(await factorsOf(site, token)).toEqual({
      ...{ totp: true, passkeys: [], recovery_codes_left: 10 },
    });
    const failures = [
      await logInWith(site, {}),
      await logInWith(site, { code: '' }),
      await logInWith(site, { code: '000000' }),
      await logInWith(site, { code: '٠١٢٣٤٥' }),
      await logInWith(site, { code: 'x'.repeat(1_000) }),
      // Confirming the app has used the code of this step.
      await logInWith(site, { code: code(0) }),
      await logInWith(site, { password: 'wrong', code: code(1) }),
      await logInWith(site, { username: 'root', code: code(1) }),
    ];
    for (const failure of failures) expectProblem(failure, 401, FAILED);
    await tokenOf(logInWith(site, { code: code(1) }));
  });

  test('a code is accepted once, and after it no earlier one', async () => {
    const site = await startTestApp(open);
    const { code } = await setUpTotp(site, await site.login());
    site.passTime(2 * STEP_MS);
    await tokenOf(logInWith(site, { code: code(2) }));
    for (const step of [1, 2]) expectProblem(await logInWith(site, { code: code(step) }), 401);
    await tokenOf(logInWith(site, { code: code(3) }));
    site.passTime(STEP_MS);
    expectProblem(await logInWith(site, { code: code(3) }), 401);
  });

  test('of two uses of one code at the same time, one wins', async () => {
    const site = await startTestApp(open);
    const { code, recoveryCodes } = await setUpTotp(site, await site.login());
    for (const used of [code(1), recoveryCodes?.[0] ?? '']) {
      const addresses = ['192.0.2.1', '198.51.100.1', '203.0.113.1'];
      const statuses = await Promise.all(
        addresses.map(
          async (address) => (await logInWith(site, { code: used }, address)).statusCode,
        ),
      );
      expect(statuses.toSorted()).toEqual([200, 401, 401]);
    }
  });

  test('also where a code is asked again one of two uses wins, and the other counts as a guess', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const { code } = await setUpTotp(site, token);
    const request = {
      ...({ method: 'POST', url: '/api/admin/totp' } as const),
      payload: { password: PASSWORD, code: code(1) },
    };
    const answers = await Promise.all(
      ['192.0.2.1', '198.51.100.1'].map((remoteAddress) =>
        site.request({ ...request, remoteAddress }, token),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 403]);
    expect(await listFailures(site)).toHaveLength(1);
  });

  test('a recovery code works once, however it is typed', async () => {
    const site = await startTestApp(open);
    const { recoveryCodes } = await setUpTotp(site, await site.login());
    const [first = '', second = ''] = recoveryCodes ?? [];
    const typed = ` ${first.toUpperCase().replaceAll('-', ' ')} `;
    const token = await tokenOf(logInWith(site, { code: typed }));
    for (const code of [first, typed]) expectProblem(await logInWith(site, { code }), 401);
    expect((await factorsOf(site, token)).recovery_codes_left).toBe(9);
    const hashes = await site.db.selectFrom('recovery_codes').selectAll().execute();
    expect(JSON.stringify(hashes)).not.toContain(second.replaceAll('-', ''));
    await tokenOf(logInWith(site, { code: second }));
  });

  test('guesses are limited like passwords, and also where a code is asked again', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const { code } = await setUpTotp(site, token);
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1)
      statuses.push((await logInWith(site, { code: `00000${n}` }, '127.0.0.1')).statusCode);
    for (let n = 0; n < 4; n += 1) {
      const proof = { password: PASSWORD, code: `00000${n}` };
      const wrong = await post(site, '/admin/totp/remove', proof, token);
      expectProblem(wrong, 403, { detail: 'The password or the code is wrong.' });
      statuses.push(wrong.statusCode);
    }
    expect(statuses).toEqual([...Array(6).fill(401), ...Array(4).fill(403)]);
    const right = { password: PASSWORD, code: code(1) };
    const removal = await post(site, '/admin/totp/remove', right, token);
    expectProblem(removal, 429);
    expect(Number(removal.headers['retry-after'])).toBeGreaterThan(0);
    expectProblem(await logInWith(site, { code: code(1) }, '127.0.0.1'), 429);
    expectProblem(await post(site, '/admin/totp/confirm', { code: '1' }, token), 429);
    expect((await factorsOf(site, token)).totp).toBe(true);
  });

  test('codes are not guessed from many addresses by who knows the password', async () => {
    const site = await startTestApp(open);
    const { code, recoveryCodes } = await setUpTotp(site, await site.login());
    const guess = (fields: object, n: number) => logInWith(site, fields, `198.51.${n}.1`);
    for (let n = 0; n < 25; n += 1)
      expectProblem(await guess({ password: 'wrong', code: '000000' }, n), 401);
    await tokenOf(guess({ code: code(1) }, 100));
    for (let n = 0; n < 20; n += 1) expectProblem(await guess({ code: '000000' }, n), 401);
    site.passTime(STEP_MS);
    expectProblem(await guess({ code: code(2) }, 101), 401);
    await tokenOf(guess({ code: recoveryCodes?.[0] }, 102));
    // Codes that are refused meanwhile, right or wrong, do not prolong it.
    site.passTime(100 * STEP_MS);
    for (let n = 0; n < 20; n += 1) expectProblem(await guess({ code: code(102) }, 103 + n), 401);
    site.passTime(20 * STEP_MS);
    await tokenOf(guess({ code: code(122) }, 150));
  });

  test('a new password ends the limit of wrong codes', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const { code } = await setUpTotp(site, token);
    for (let n = 0; n < 20; n += 1)
      expectProblem(await logInWith(site, { code: '000000' }, `198.51.${n}.1`), 401);
    expectProblem(await logInWith(site, { code: code(1) }, '192.0.2.7'), 401);
    const password = 'another password';
    const passwords = { old_password: PASSWORD, new_password: password };
    expect((await post(site, '/admin/password', passwords, token)).statusCode).toBe(204);
    await tokenOf(logInWith(site, { password, code: code(1) }, '192.0.2.8'));
  });

  test('every call that changes a factor asks for the password, and then for a code', async () => {
    const site = await startTestApp(open, { SITE_URL: SITE });
    const token = await site.login();
    const { passkey } = await addPasskey(site, token);
    const calls = [
      ...['/admin/totp', '/admin/totp/remove', '/admin/passkeys/options', '/admin/recovery-codes'],
      `/admin/passkeys/${passkey.id}/remove`,
    ];
    for (const url of calls) {
      expectProblem(await post(site, url, {}, token), 400);
      expectProblem(await post(site, url, { password: PASSWORD }, token), 403);
      site.passTime(STEP_MS);
      expectProblem(await post(site, url, { password: PASSWORD }), 401);
    }
    expect((await factorsOf(site, token)).passkeys).toHaveLength(1);
  });

  test('each change ends all other sessions, at once in every process, and their tickets', async () => {
    const site = await startTestApp(open, { SITE_URL: SITE });
    const mine = await site.login();
    const other = await site.login();
    const tickets = { method: 'POST', url: '/api/admin/backup-tickets' } as const;
    const { url } = (await site.request(tickets, other)).json();
    // `site.auth` is a service of its own, as another process has.
    expect(await site.auth.authenticate(other)).toBe(true);
    const { code, recoveryCodes } = await setUpTotp(site, mine);
    expect(await site.auth.authenticate(other)).toBe(false);
    expectProblem(await site.get(url), 404);
    let [step, recovery] = [0, 0];
    const fresh = async () => {
      site.passTime(STEP_MS);
      step += 1;
      return { password: PASSWORD, code: code(step) };
    };
    const elsewhere = () => tokenOf(logInWith(site, { code: recoveryCodes?.[recovery++] }));
    const changes = [
      async () => addPasskey(site, mine, await fresh()),
      async () => post(site, '/admin/recovery-codes', await fresh(), mine),
    ];
    for (const change of changes) {
      const session = await elsewhere();
      await change();
      expect(await statusOf(site, session)).toBe(401);
      expect(await statusOf(site, mine)).toBe(200);
    }
    const renewed = await post(site, '/admin/recovery-codes', await fresh(), mine);
    expectProblem(await logInWith(site, { code: recoveryCodes?.[9] }), 401);
    const session = await tokenOf(logInWith(site, { code: renewed.json().recovery_codes[0] }));
    expect((await post(site, '/admin/totp/remove', await fresh(), mine)).statusCode).toBe(204);
    expect(await statusOf(site, session)).toBe(401);
    expect(await factorsOf(site, mine)).toMatchObject({ totp: false, recovery_codes_left: 9 });
  });

  test('recovery codes go with the last factor', async () => {
    const site = await startTestApp(open, { SITE_URL: SITE });
    const token = await site.login();
    expectProblem(await post(site, '/admin/recovery-codes', { password: PASSWORD }, token), 400);
    const { code, recoveryCodes } = await setUpTotp(site, token);
    const removed = await post(
      site,
      '/admin/totp/remove',
      { password: PASSWORD, code: recoveryCodes?.[3] },
      token,
    );
    expect(removed.statusCode, removed.body).toBe(204);
    expect(await factorsOf(site, token)).toEqual({
      ...{ totp: false, passkeys: [], recovery_codes_left: 0 },
    });
    expectProblem(await post(site, '/admin/totp/remove', { password: PASSWORD }, token), 404);
    await tokenOf(logInWith(site, { code: code(1) }));
  });

  test('a second setup replaces the first when it is confirmed, and only then', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const first = await setUpTotp(site, token);
    site.passTime(STEP_MS);
    await post(site, '/admin/totp', { password: PASSWORD, code: first.code(1) }, token);
    site.passTime(STEP_MS);
    await tokenOf(logInWith(site, { code: first.code(2) }));
    site.passTime(STEP_MS);
    const second = await setUpTotp(site, token, { code: first.code(3) }, 3);
    expect(second.recoveryCodes).toBeNull();
    expectProblem(await logInWith(site, { code: first.code(4) }), 401);
    await tokenOf(logInWith(site, { code: second.code(4) }));
  });

  test('a setup ends with half an hour, and with a change of the factors', async () => {
    const site = await startTestApp(open, { SITE_URL: SITE });
    const token = await site.login();
    expectProblem(await post(site, '/admin/totp/confirm', { code: '123456' }, token), 403);
    const { secret } = (await post(site, '/admin/totp', { password: PASSWORD }, token)).json();
    await addPasskey(site, token);
    const code = totpCode(secret, START);
    expectProblem(await post(site, '/admin/totp/confirm', { code }, token), 403, {
      detail: 'This setup has expired. Start again.',
    });
  });

  test('a login that is running while the factor is switched on or removed yields no token', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const begun = await post(site, '/admin/totp', { password: PASSWORD }, token);
    const code = (step: number) => totpCode(begun.json().secret, START, step);
    const logins = Array.from({ length: 4 }, (_, n) => logInWith(site, {}, `192.0.2.${n}`));
    const confirmed = await post(site, '/admin/totp/confirm', { code: code(0) }, token);
    expect(confirmed.statusCode).toBe(200);
    for (const login of await Promise.all(logins)) {
      const { statusCode } = login;
      // Whatever came first: a session that started before has ended.
      if (statusCode === 200) expect(await statusOf(site, login.json().access_token)).toBe(401);
      else expect(statusCode).toBe(401);
    }
    expect(await site.db.selectFrom('sessions').selectAll().execute()).toHaveLength(1);
  });

  test('changing factors works after the write limit is reached', async () => {
    const site = await startTestApp(open, { WRITES_PER_MINUTE: '1', SITE_URL: SITE });
    const token = await site.login();
    await site.createPost(token);
    const { code } = await setUpTotp(site, token);
    const { passkey } = await addPasskey(site, token, { code: code(1) });
    site.passTime(STEP_MS);
    const proof = { password: PASSWORD, code: code(2) };
    const url = `/admin/passkeys/${passkey.id}/remove`;
    expect((await post(site, url, proof, token)).statusCode).toBe(204);
  });

  test('it works with ADMIN_PASSWORD, and the whole of it is removed by the owner of the machine', async () => {
    const site = await startTestApp(open, { SITE_URL: SITE, ADMIN_PASSWORD: PASSWORD });
    const token = await site.login();
    const { code } = await setUpTotp(site, token);
    await addPasskey(site, token, { code: code(1) });
    for (let n = 0; n < 10; n += 1) await logInWith(site, {});
    expectProblem(await logInWith(site, {}), 429);
    expect(await site.auth.factors.removeAll()).toMatchObject({
      ...{ totp: true, recovery_codes_left: 10, passkeys: [{ name: 'My phone' }] },
    });
    expect(await statusOf(site, token)).toBe(401);
    expect(await factorsOf(site, await tokenOf(logInWith(site, {})))).toEqual({
      ...{ totp: false, passkeys: [], recovery_codes_left: 0 },
    });
  });

  test('no secret is in an answer but the one that makes it, in the log, or in what happened', async () => {
    const site = await startTestApp(open, { SITE_URL: SITE });
    const token = await site.login();
    const { secret, recoveryCodes } = await setUpTotp(site, token);
    const { authenticator } = await addPasskey(site, token, { code: recoveryCodes?.[0] });
    const passkey = authenticator.answer(await challengeOf(site));
    await tokenOf(logInWith(site, { code: recoveryCodes?.[1] }));
    await post(site, '/login/passkey', passkey);
    const answers = [await site.get('/api/admin/account', token), await site.get('/api/login')];
    const events = await site.db.selectFrom('events').selectAll().execute();
    const seen = JSON.stringify([answers.map(({ body }) => body), events, site.log]);
    for (const hidden of [secret, token, PASSWORD, ...(recoveryCodes ?? [])])
      expect(seen).not.toContain(hidden);
    expect(seen).not.toContain(authenticator.credential.id);
  });

  test('what happens to the lock is recorded', async () => {
    const site = await startTestApp(open, { SITE_URL: SITE });
    const token = await site.login();
    const { recoveryCodes } = await setUpTotp(site, token);
    const { passkey } = await addPasskey(site, token, { code: recoveryCodes?.[0] });
    await logInWith(site, { password: 'wrong' });
    await tokenOf(logInWith(site, { code: recoveryCodes?.[1] }));
    const remove = (url: string, n: number) =>
      post(site, url, { password: PASSWORD, code: recoveryCodes?.[n] }, token);
    await remove(`/admin/passkeys/${passkey.id}/remove`, 2);
    await remove('/admin/totp/remove', 3);
    await post(
      site,
      '/admin/password',
      { old_password: PASSWORD, new_password: 'another password' },
      token,
    );
    await post(site, '/logout', {}, token);
    await site.auth.factors.removeAll();
    const events = await site.db.selectFrom('events').selectAll().orderBy('id').execute();
    const network = '192.0.2.0/24';
    const local = '127.0.0.0/24';
    // Those of one millisecond are in any order.
    const recorded = events.map(({ kind, actor, address, detail }) => [
      ...[kind, actor, address, detail],
    ]);
    const expected = [
      ['login.succeeded', 'owner', local, 'password'],
      ['totp.enabled', 'owner', local, null],
      ['recovery_codes.made', 'owner', local, null],
      ['recovery_code.used', 'owner', local, null],
      ['passkey.added', 'owner', local, null],
      ['login.failed', 'visitor', network, null],
      ['recovery_code.used', 'owner', network, null],
      ['login.succeeded', 'owner', network, 'recovery code'],
      ['recovery_code.used', 'owner', local, null],
      ['passkey.removed', 'owner', local, null],
      ['recovery_code.used', 'owner', local, null],
      ['totp.removed', 'owner', local, null],
      ['password.changed', 'owner', local, null],
      ['session.ended', 'owner', local, null],
      ['factors.unlocked', 'system', null, null],
    ];
    expect(recorded.map(String).toSorted()).toEqual(expected.map(String).toSorted());
    expect(events.filter(({ subject }) => subject === passkey.id)).toHaveLength(2);
  });
});
