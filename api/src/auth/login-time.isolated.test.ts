import { expect, test, vi } from 'vitest';
import { onSqlite } from '../../../test-support/dialects.ts';
import {
  addPasskey,
  challengeOf,
  listFailures,
  logInWith,
  post,
  SITE,
  setUpTotp,
} from '../../../test-support/second-factor.ts';
import { startTestApp } from '../../../test-support/test-app.ts';
import { verifyPassword } from './passwords.ts';

vi.mock('./passwords.ts', async (load) => {
  const real = await load<typeof import('./passwords.ts')>();
  return { ...real, verifyPassword: vi.fn(real.verifyPassword) };
});

onSqlite((open) => {
  test('each failure verifies one password, which takes nearly all of its time, and is counted', async () => {
    const site = await startTestApp(open, { SITE_URL: SITE });
    const token = await site.login();
    const { code } = await setUpTotp(site, token);
    const { authenticator } = await addPasskey(site, token, { code: code(1) });
    const wrong = authenticator.answer(await challengeOf(site), { origin: 'https://evil.example' });
    const failures = [
      () => logInWith(site, { username: 'root', code: '000000' }),
      () => logInWith(site, { password: 'wrong', code: '000000' }),
      () => logInWith(site, {}),
      () => logInWith(site, { code: '000000' }),
      () => logInWith(site, { code: code(1) }),
      () => post(site, '/login/passkey', wrong),
      () => post(site, '/login/passkey', wrong),
    ];
    const answers = [];
    for (const [n, fail] of failures.entries()) {
      vi.mocked(verifyPassword).mockClear();
      const { statusCode, body } = await fail();
      answers.push([statusCode, JSON.parse(body).detail]);
      expect(verifyPassword).toHaveBeenCalledTimes(1);
      expect(await listFailures(site)).toHaveLength(n + 1);
    }
    expect(answers).toEqual(failures.map(() => [401, 'Invalid username or password']));
  });
});
