import { expect, test } from 'vitest';
import { totpCode } from '../../../test-support/authenticator.ts';
import { findTotpStep, generateTotpSecret, totpUri } from './totp.ts';

/** '12345678901234567890' in Base32: the key of the test vectors of RFC 6238. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const NOW = new Date('2026-01-01T12:00:00.000Z');
const STEP = NOW.getTime() / 30_000;

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code of RFC 6238 at %i seconds is accepted', (seconds, code) => {
  const time = new Date(seconds * 1_000);
  expect(totpCode(SECRET, time)).toBe(code);
  expect(findTotpStep(SECRET, code, time)).toBe(Math.floor(seconds / 30));
});

test('codes of one step before and after are accepted, and no others', () => {
  const steps = [-2, -1, 0, 1, 2].map((steps) =>
    findTotpStep(SECRET, totpCode(SECRET, NOW, steps), NOW),
  );
  expect(steps).toEqual([undefined, STEP - 1, STEP, STEP + 1, undefined]);
});

test.each([
  [
    'of Arabic-Indic digits',
    (code: string) => code.replace(/\d/g, (n) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(n))),
  ],
  [
    'of full-width digits',
    (code: string) => code.replace(/\d/g, (n) => '０１２３４５６７８９'.charAt(Number(n))),
  ],
  ['with a letter', (code: string) => `${code.slice(1)}x`],
  ['that is too short', (code: string) => code.slice(1)],
  ['that is too long', (code: string) => `${code}0`],
  ['that is very long', (code: string) => code.repeat(100)],
  ['with a line break', (code: string) => `${code}\n`],
  ['as a number with a sign', (code: string) => `+${code}`],
  ['that is empty', () => ''],
  ['of spaces', () => '      '],
])('a code %s is a wrong code', (_what, change) => {
  expect(findTotpStep(SECRET, change(totpCode(SECRET, NOW)), NOW)).toBeUndefined();
});

test('a space, as many apps show it, does not matter', () => {
  const code = totpCode(SECRET, NOW);
  expect(findTotpStep(SECRET, ` ${code.slice(0, 3)} ${code.slice(3)} `, NOW)).toBe(STEP);
});

test('a new secret has 160 bits, and is in an address for the app', () => {
  const secret = generateTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(generateTotpSecret()).not.toBe(secret);
  const uri = new URL(totpUri(secret, { issuer: 'blog.example', label: 'admin' }));
  expect(uri.href).toMatch(/^otpauth:\/\/totp\/blog\.example:admin\?/);
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    ...{ issuer: 'blog.example', secret },
    ...{ algorithm: 'SHA1', digits: '6', period: '30' },
  });
});
