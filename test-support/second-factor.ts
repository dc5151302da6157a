import type { AddedPasskey, TotpSetup } from '@longhand/contract/second-factor';
import { expect } from 'vitest';
import { createAuthenticator, totpCode } from './authenticator.ts';
import { PASSWORD, type TestApp } from './test-app.ts';

export const SITE = 'https://blog.example';

export function post({ request }: TestApp, url: string, payload: object, token?: string) {
  return request({ method: 'POST', url: `/api${url}`, payload }, token);
}

export function logInWith(site: TestApp, fields: object, remoteAddress = '192.0.2.1') {
  const payload = { username: 'admin', password: PASSWORD, ...fields };
  return site.request({ method: 'POST', url: '/api/login', payload, remoteAddress });
}

/** Without the rows that count wrong codes. */
export const listFailures = ({ db }: TestApp) =>
  db.selectFrom('login_attempts').selectAll().where('address', '!=', '').execute();

/** The clock of the site starts there. */
export const START = new Date('2026-01-01T12:00:00.000Z');

/** Returns the codes of the app, by the number of 30-second steps since the clock of the site was started. */
export async function setUpTotp(site: TestApp, token: string, proof: object = {}, steps = 0) {
  const begun = await post(site, '/admin/totp', { password: PASSWORD, ...proof }, token);
  expect(begun.statusCode, begun.body).toBe(201);
  const { secret } = begun.json<TotpSetup>();
  const code = (step: number) => totpCode(secret, START, step);
  const confirmed = await post(site, '/admin/totp/confirm', { code: code(steps) }, token);
  expect(confirmed.statusCode, confirmed.body).toBe(200);
  return { secret, code, recoveryCodes: confirmed.json().recovery_codes as string[] | null };
}

export async function addPasskey(site: TestApp, token: string, proof: object = {}) {
  const authenticator = createAuthenticator(SITE);
  const options = await post(
    site,
    '/admin/passkeys/options',
    { password: PASSWORD, ...proof },
    token,
  );
  expect(options.statusCode, options.body).toBe(200);
  const response = authenticator.register(options.json());
  const added = await post(site, '/admin/passkeys', { name: 'My phone', response }, token);
  expect(added.statusCode, added.body).toBe(201);
  return { authenticator, ...added.json<AddedPasskey>() };
}

export async function challengeOf(site: TestApp): Promise<{ challenge: string }> {
  const options = await post(site, '/login/passkey/options', {});
  expect(options.statusCode, options.body).toBe(200);
  return options.json();
}
