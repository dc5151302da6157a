import { expect, test } from 'vitest';
import { findSettingMistakes } from './setting-mistakes.ts';

const messagesFor = (env: Record<string, string>) =>
  [...findSettingMistakes(env)].map(({ message, todo }) => `${message} ${todo}`);

test.each([
  ['SITEURL', 'SITE_URL'],
  ['site_url', 'SITE_URL'],
  ['SITE_ULR', 'SITE_URL'],
  ['BACKUPS_EVERY', 'BACKUP_EVERY'],
  ['DATABASE_UR', 'DATABASE_URL'],
  ['ADMIN_PASSWORT', 'ADMIN_PASSWORD'],
  ['S3_SECRET_KEY_FIL', 'S3_SECRET_KEY_FILE'],
])('%s looks like %s', (name, meant) => {
  expect(messagesFor({ [name]: 'x' })).toEqual([
    `${name} is set, which is not a setting. Should it be ${meant}? .env.example lists all settings.`,
  ]);
});

test('variables of other programs are none of our business', () => {
  const others = 'PATH HOME HOSTNAME LOGNAME MAIL PORTS XDG_DATA_DIRS SITE DATABASE NODE_ENV PWD';
  const env = Object.fromEntries(others.split(' ').map((name) => [name, 'x']));
  expect(messagesFor(env)).toEqual([]);
  expect(messagesFor({ SITEURL: 'x', SITE_URL: 'https://blog.example' })).toEqual([]);
  expect(messagesFor({ SITEURL: '' })).toEqual([]);
});

test('a short password is named, and never shown', () => {
  expect(messagesFor({ ADMIN_PASSWORD: 'hunter2' })).toEqual([
    expect.stringMatching(/^ADMIN_PASSWORD has fewer than 10 characters/),
  ]);
  expect(messagesFor({ ADMIN_PASSWORD: 'hunter2' }).join()).not.toContain('hunter2');
  expect(messagesFor({ ADMIN_PASSWORD: 'long enough for anybody' })).toEqual([]);
});
