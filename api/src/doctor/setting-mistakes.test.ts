import { expect, test } from 'vitest';
import { SETTINGS } from '../config/config-settings.ts';
import { SECRET_FILE_NAMES } from '../config/secret-files.ts';
import { findSettingMistakes, findWrongNames } from './setting-mistakes.ts';

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
  expect(messagesFor({ SITEURL: '' })).toEqual([]);
});

test.each(['SITEURL', 'site_url'])('%s is named although SITE_URL is set, too', (name) => {
  expect(messagesFor({ [name]: 'x', SITE_URL: 'https://blog.example' })).toEqual([
    `${name} is set, which is not a setting. Remove it: SITE_URL is set, too.`,
  ]);
});

test('one letter is not enough where the right name is set, too', () => {
  expect(messagesFor({ WORKER: '1' })).toHaveLength(1);
  expect(messagesFor({ WORKER: '1', WORKERS: '2' })).toEqual([]);
});

test.each(['SMTP_HOST', 'BACKUP_FOLDER', 'ADMIN_EMAIL', 'METRICS_PORT', 'MAIL_TO', 'SITE_TITLE'])(
  '%s has a prefix of ours',
  (name) => {
    expect(messagesFor({ [name]: '/srv/x/' })).toEqual([
      `${name} is set, which is not a setting. If it is meant for this blog, correct its name: .env.example lists all settings.`,
    ]);
  },
);

test('what Kubernetes and Docker set for services with such names is not meant', () => {
  const env = {
    MAIL_SERVICE_HOST: '10.0.0.1',
    MAIL_SERVICE_PORT: '25',
    MAIL_SERVICE_PORT_SMTP: '25',
    SMTP_PORT: 'tcp://10.0.0.1:25',
    SMTP_PORT_25_TCP: 'tcp://10.0.0.1:25',
    SMTP_PORT_25_TCP_ADDR: '10.0.0.1',
    SMTP_NAME: '/blog/smtp',
    SMTP_ENV_TZ: 'UTC',
  };
  expect(messagesFor(env)).toEqual([]);
});

test('our own names are not wrong, also those of files with secrets', () => {
  const names = [...Object.keys(SETTINGS), ...SECRET_FILE_NAMES];
  expect([...findWrongNames(Object.fromEntries(names.map((name) => [name, 'x'])))]).toEqual([]);
});

test.each([
  ['ADMIN_PASSWORD', 10],
  ['METRICS_TOKEN', 16],
])('a short %s is named, and never shown', (name, min) => {
  expect(messagesFor({ [name]: 'hunter2' })).toEqual([
    expect.stringMatching(new RegExp(`^${name} has fewer than ${min} characters`)),
  ]);
  expect(messagesFor({ [name]: 'hunter2' }).join()).not.toContain('hunter2');
  expect(messagesFor({ [name]: 'long-enough-for-anybody' })).toEqual([]);
});

test('a passphrase that is short or has nothing to encrypt is named', () => {
  expect(messagesFor({ BACKUP_PASSPHRASE: 'hunter2', BACKUP_TO: '/mnt' })).toEqual([
    expect.stringMatching(/^BACKUP_PASSPHRASE has fewer than 16 characters/),
  ]);
  expect(messagesFor({ BACKUP_PASSPHRASE: 'long enough for anybody' })).toEqual([
    expect.stringMatching(/^BACKUP_PASSPHRASE is set, but nothing is encrypted/),
  ]);
});
