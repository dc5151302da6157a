import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test-support/cleanup.ts';
import { ConfigError, readConfig } from './config.ts';

function errorsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.errors;
    throw error;
  }
  return [];
}

test('everything has a default', () => {
  expect(readConfig({})).toMatchObject({
    listen: { port: 3000, host: '127.0.0.1' },
    workers: 1,
    maxConnections: 1_000,
    maxConnectionsPerAddress: 128,
    writesPerMinute: 1_200,
    uploadsPerMinute: 120,
    site: {
      url: 'http://localhost:3000',
      name: 'Longhand',
      timeZone: 'UTC',
      contactEmail: 'hello@example.com',
      social: { instagram: 'https://www.instagram.com/' },
    },
    dataDir: expect.stringMatching(/[/\\]data$/),
    admin: { username: 'admin', password: undefined },
    demoContent: true,
    trustProxy: false,
    webOrigins: [],
    logLevel: 'info',
  });
});

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', SITE_URL: '', ADMIN_PASSWORD: '' })).toEqual(readConfig({}));
});

test('the site’s address follows the port unless it is set', () => {
  expect(readConfig({ PORT: '8080' }).site.url).toBe('http://localhost:8080');
  expect(readConfig({ SITE_URL: 'https://Blog.Example/' }).site.url).toBe('https://blog.example');
});

test('browsers and mails use API_PUBLIC_URL, or else API_URL', () => {
  const API_URL = 'http://api:3000';
  expect(readConfig({}).apiPublicUrl).toBeUndefined();
  expect(readConfig({ API_URL }).apiPublicUrl).toBe(API_URL);
  expect(readConfig({ API_URL: 'http://[::1]:3000' }).apiPublicUrl).toBe('http://[::1]:3000');
  expect(readConfig({ API_URL: 'http://my_api:3000' }).apiPublicUrl).toBe('http://my_api:3000');
  const API_PUBLIC_URL = 'https://Blog.example/';
  expect(readConfig({ API_URL, API_PUBLIC_URL }).apiPublicUrl).toBe('https://blog.example');
});

test.each([
  ...['api.example', '/api', 'https://a.example/api', 'https://me:secret@a.example'],
  ...['https://a.example;b', 'https://*.example', "https://'self'"],
])('API_PUBLIC_URL=%s is refused, without showing it', (API_PUBLIC_URL) => {
  expect(errorsOf({ API_PUBLIC_URL })).toEqual([
    'API_PUBLIC_URL must be the origin at which browsers reach the API, like https://api.example, without a path.',
  ]);
});

test('all errors are reported together', () => {
  const found = errorsOf({
    PORT: 'eighty',
    SITE_URL: 'blog.example',
    SITE_TIMEZONE: 'Mars/Olympus',
    CONTACT_EMAIL: 'nobody',
    SOCIAL_TWITTER: '#',
    DEMO_CONTENT: 'maybe',
    DATABASE_URL: 'mysql://x',
    TRUST_PROXY: '10.0.0.0/99',
    WEB_ORIGINS: 'https://a.example/path',
    LOG_LEVEL: 'loud',
  });
  expect(found.map((mistake) => mistake.split(' ')[0])).toEqual([
    'PORT',
    'SITE_URL',
    'SITE_TIMEZONE',
    'CONTACT_EMAIL',
    'SOCIAL_TWITTER',
    'DEMO_CONTENT',
    'DATABASE_URL',
    'TRUST_PROXY',
    'WEB_ORIGINS',
    'LOG_LEVEL',
  ]);
  expect(found[0]).toBe('PORT must be a port number from 0 to 65535.');
});

test.each([
  'postgres:blog',
  'postgres://writer:1234/secret@db.example/blog',
  'postgres://writer:1234?secret@db.example/blog',
  'postgres://writer:1234#secret@db.example/blog',
])('%s is no address of a database: a part of a password could be shown', (DATABASE_URL) => {
  expect(errorsOf({ DATABASE_URL })).toEqual([expect.stringMatching(/^DATABASE_URL .*%2F/)]);
});

test.each([
  'postgres://db.example/blog',
  'postgresql://writer:a%2Fb@[::1]:5433/blog?sslmode=verify-full',
  'postgres:///blog?host=/run/postgresql',
])('%s is the address of a database', (DATABASE_URL) => {
  expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
});

test.each([
  ['sslmode=banana', 'has an unknown sslmode: use disable, allow, prefer, require, verify-ca'],
  ['sslmod=require', 'has sslmod, which is not supported'],
  ['tls=true', 'has tls, which is not supported'],
  ['ssl=no-verify', 'may have ssl=true; for anything else, use sslmode'],
  ['sslmode=verify-ca', 'needs sslrootcert with sslmode=verify-ca'],
  ['sslmode=require&sslrootcert=system', 'sslrootcert=system only with sslmode=verify-full'],
  ['sslmode=require&sslcert=a.pem', 'needs both sslcert and sslkey, or neither'],
  ['sslmode=require&sslnegotiation=banana', 'has an unknown sslnegotiation'],
  ['sslnegotiation=direct', 'sslnegotiation=direct only with sslmode=require or stronger'],
])('an address with %s is named as DATABASE_URL', (asked, says) => {
  const [mistake, ...others] = errorsOf({ DATABASE_URL: `postgres://db.example/blog?${asked}` });
  expect(mistake).toMatch(/^DATABASE_URL /);
  expect(mistake).toContain(says);
  expect(mistake).not.toMatch(/banana|a\.pem/);
  expect(others).toEqual([]);
});

test.each([
  '',
  '?ssl=true',
  '?sslmode=require&channel_binding=require',
  '?sslmode=verify-full&sslrootcert=system&sslnegotiation=direct',
  '?sslmode=verify-ca&sslrootcert=/etc/ca.pem&sslcert=/etc/c.pem&sslkey=/etc/c.key',
])('an address with %s is one', (asked) => {
  expect(errorsOf({ DATABASE_URL: `postgres://db.example/blog${asked}` })).toEqual([]);
});

test('variables of the PostgreSQL driver are not settings', () => {
  const found = errorsOf({ DATABASE_URL: 'postgres://db.example/blog', PGSSLMODE: 'require' });
  expect(found).toEqual([
    'PGSSLMODE is ignored: put it in DATABASE_URL, for example ?sslmode=verify-full.',
  ]);
  expect(errorsOf({ PGSSLMODE: 'require' })).toEqual([]);
});

test('an invalid value is never shown: it could be a secret', () => {
  expect(errorsOf({ PORT: 'hunter2' }).join()).not.toContain('hunter2');
});

test.each([
  ['true', true],
  ['false', false],
  ['loopback', ['loopback']],
  ['10.0.0.1, 2001:db8::/32', ['10.0.0.1', '2001:db8::/32']],
])('TRUST_PROXY=%s is understood', (value, expected) => {
  expect(readConfig({ TRUST_PROXY: value }).trustProxy).toEqual(expected);
});

test.each(['1', '2', '64'])('WORKERS=%s is understood', (value) => {
  expect(readConfig({ WORKERS: value }).workers).toBe(Number(value));
});

test.each(['0', '65', '-1', '1.5', '2e1', 'auto'])('WORKERS=%s is a mistake', (value) => {
  expect(errorsOf({ WORKERS: value })).toEqual(['WORKERS must be a whole number from 1 to 64.']);
});

test.each([
  'MAX_CONNECTIONS',
  'MAX_CONNECTIONS_PER_ADDRESS',
  'WRITES_PER_MINUTE',
  'UPLOADS_PER_MINUTE',
])('%s is a number, and not none', (name) => {
  for (const value of ['0', '-1', '1.5', '1e3', 'many', '10000000'])
    expect(errorsOf({ [name]: value })).toEqual([
      `${name} must be a whole number from 1 to 9999999.`,
    ]);
});

test('the whole internet is not accepted as a trusted proxy', () => {
  expect(errorsOf({ TRUST_PROXY: '0.0.0.0/0' })).toHaveLength(1);
});

test('origins are compared as browsers send them', () => {
  expect(readConfig({ WEB_ORIGINS: 'https://A.example/, http://b.example:80' }).webOrigins).toEqual(
    ['https://a.example', 'http://b.example'],
  );
});

test('the result is frozen', () => {
  const config = readConfig({});
  expect(Object.isFrozen(config)).toBe(true);
  expect(Object.isFrozen(config.site)).toBe(true);
  expect(Object.isFrozen(config.site.social)).toBe(true);
});

test('BACKUP_EVERY is a time in minutes, hours or days, and off when it is not set', () => {
  expect(readConfig({}).backups).toEqual({ everyMs: undefined, keep: 7 });
  expect(readConfig({ BACKUP_EVERY: '30m', BACKUP_KEEP: '3' }).backups).toEqual({
    everyMs: 1_800_000,
    keep: 3,
  });
  expect(readConfig({ BACKUP_EVERY: '12h' }).backups.everyMs).toBe(43_200_000);
  expect(readConfig({ BACKUP_EVERY: '1d' }).backups.everyMs).toBe(86_400_000);
  for (const wrong of ['1', 'd', '0d', '1w', '1.5h', '1d '])
    expect(() => readConfig({ BACKUP_EVERY: wrong }), wrong).toThrow('BACKUP_EVERY must be a time');
  for (const wrong of ['0', '1000', 'all'])
    expect(() => readConfig({ BACKUP_KEEP: wrong }), wrong).toThrow('BACKUP_KEEP must be');
});

test('the names of the variables that are set are recorded', () => {
  expect(readConfig({ SITE_NAME: 'x', ADMIN_PASSWORD: 'a secret', PORT: '' }).settingsSet).toEqual([
    'SITE_NAME',
    'ADMIN_PASSWORD',
  ]);
});

const OBJECT_STORE = {
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'pictures',
  S3_ACCESS_KEY: 'an access key',
  S3_SECRET_KEY: 'a secret key',
};

const BACKUP_STORE = {
  BACKUP_TO: 's3://backups/blogs/mine',
  BACKUP_S3_ENDPOINT: 'https://s3.example',
  BACKUP_S3_ACCESS_KEY: 'an access key',
  BACKUP_S3_SECRET_KEY: 'a secret key',
};

test('BACKUP_TO is a folder outside of the data, or a bucket with keys of its own', () => {
  const remoteOf = (env: Record<string, string>) => readConfig(env).backups.remote;
  expect(remoteOf({})).toBeUndefined();
  expect(remoteOf({ BACKUP_TO: '/mnt/disk' })).toEqual({
    place: { folder: '/mnt/disk' },
    passphrase: undefined,
    keep: { days: 7, weeks: 4, months: 12 },
    everyMs: 86_400_000,
  });
  const more = { BACKUP_TO_KEEP: '3d, 1m', BACKUP_EVERY: '6h', BACKUP_S3_REGION: 'eu-west-1' };
  expect(remoteOf({ ...BACKUP_STORE, ...more })).toMatchObject({
    place: { s3: { bucket: 'backups', prefix: 'blogs/mine/', region: 'eu-west-1' } },
    keep: { days: 3, weeks: 0, months: 1 },
    everyMs: 21_600_000,
  });
  for (const wrong of ['https://s3.example/a', 's3://', 's3://a/b', 's3://backups/../x'])
    expect(errorsOf({ ...BACKUP_STORE, BACKUP_TO: wrong }), wrong).toHaveLength(1);
  for (const wrong of ['7', '0d', '7d,7d', '7d;4w', '1y'])
    expect(errorsOf({ BACKUP_TO: '/mnt', BACKUP_TO_KEEP: wrong }), wrong).toHaveLength(1);
});

test('what is missing or useless for BACKUP_TO is named', () => {
  const { BACKUP_TO, ...keys } = BACKUP_STORE;
  expect(errorsOf({ BACKUP_TO })).toHaveLength(3);
  expect(errorsOf(keys)).toHaveLength(3);
  expect(errorsOf({ DATA_DIR: '/srv/data', BACKUP_TO: '/srv/data/backups' })).toEqual([
    'BACKUP_TO must not be in DATA_DIR: a backup there is lost together with the data.',
  ]);
  expect(errorsOf({ BACKUP_PASSPHRASE: 'x'.repeat(1_001) })).toHaveLength(1);
  expect(readConfig({ BACKUP_PASSPHRASE: 'for a restore only' }).backups.passphrase).toBe(
    'for a restore only',
  );
});

test('METRICS_TOKEN can be sent as a Bearer token', () => {
  const token = 'a-token_of.16~chars+/=';
  expect(readConfig({ METRICS_TOKEN: token }).metricsToken).toBe(token);
  expect(readConfig({ METRICS_TOKEN: 'short' }).metricsToken).toBe('short');
  expect(readConfig({}).metricsToken).toBeUndefined();
  for (const wrong of ['with a space in it', 'ä'.repeat(16), 'x'.repeat(513)])
    expect(errorsOf({ METRICS_TOKEN: wrong })).toEqual([
      'METRICS_TOKEN must be at most 512 letters, digits and . _ ~ + / = - (openssl rand -hex 32 makes one).',
    ]);
});

test('S3_REGION alone does not configure an object store', () => {
  expect(readConfig({ S3_REGION: 'eu-west-1' }).s3).toBeUndefined();
});

test('an object store has a region and no prefix unless they are set', () => {
  expect(readConfig(OBJECT_STORE).s3).toEqual({
    endpoint: 'https://s3.example',
    bucket: 'pictures',
    region: 'us-east-1',
    accessKey: 'an access key',
    secretKey: 'a secret key',
    prefix: '',
  });
  const more = { ...OBJECT_STORE, S3_REGION: 'eu-west-1', S3_PREFIX: 'blogs/mine' };
  expect(readConfig(more).s3).toMatchObject({ region: 'eu-west-1', prefix: 'blogs/mine/' });
});

test('the settings of an object store are required together, and missing ones are named', () => {
  const { S3_BUCKET } = OBJECT_STORE;
  expect(errorsOf({ S3_BUCKET }).map((mistake) => mistake.split(' ')[0])).toEqual([
    'S3_ENDPOINT',
    'S3_ACCESS_KEY',
    'S3_SECRET_KEY',
  ]);
  expect(errorsOf({ S3_PREFIX: 'blog' })).toHaveLength(4);
  expect(errorsOf({ ...OBJECT_STORE, S3_SECRET_KEY: '' })).toEqual([
    'S3_SECRET_KEY is missing: S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY must be set together, or not at all.',
  ]);
});

test('invalid settings of an object store are named, without their values', () => {
  const found = errorsOf({
    ...OBJECT_STORE,
    S3_ENDPOINT: 's3.example',
    S3_BUCKET: 'a/b',
    S3_REGION: 'eu west',
    S3_PREFIX: '/../x',
  });
  expect(found.map((mistake) => mistake.split(' ')[0])).toEqual([
    'S3_ENDPOINT',
    'S3_BUCKET',
    'S3_REGION',
    'S3_PREFIX',
  ]);
  expect(found.join()).not.toContain('a secret key');
  for (const S3_ENDPOINT of ['https://key:secret@s3.example', 'https://s3.example/?token=secret'])
    expect(errorsOf({ ...OBJECT_STORE, S3_ENDPOINT })).toHaveLength(1);
  for (const S3_PREFIX of ['..', '../other', 'a/../b', './a'])
    expect(errorsOf({ ...OBJECT_STORE, S3_PREFIX })).toHaveLength(1);
});

test('mail needs a server and a sender', () => {
  expect(readConfig({}).mail).toBeNull();
  const SMTP_URL = 'smtp://writer%40blog.example:a%2Fb%25@mail.example:2525';
  const MAIL_FROM = 'Zoë’s Blog, daily <zoë@bücher.example>';
  expect(readConfig({ SMTP_URL, MAIL_FROM }).mail).toEqual({
    server: {
      ...{ host: 'mail.example', port: 2525, secure: false },
      login: { user: 'writer@blog.example', password: 'a/b%' },
    },
    from: { name: 'Zoë’s Blog, daily', address: 'zoë@bücher.example' },
    connections: 3,
    perMinute: undefined,
  });
  expect(errorsOf({ SMTP_URL })).toEqual([expect.stringMatching(/^MAIL_FROM is missing/)]);
  expect(errorsOf({ MAIL_FROM })).toEqual([expect.stringMatching(/^SMTP_URL is missing/)]);
});

test.each([
  ['smtp://mail.example', { host: 'mail.example', port: 587, secure: false }],
  ['smtps://mail.example/', { host: 'mail.example', port: 465, secure: true }],
  ['smtp://[::1]:25', { host: '::1', port: 25, secure: false }],
  ['smtp://bücher.example', { host: 'xn--bcher-kva.example', port: 587, secure: false }],
])('%s is the address of a mail server', (SMTP_URL, server) => {
  expect(readConfig({ SMTP_URL, MAIL_FROM: 'a@b.example' }).mail?.server).toEqual(server);
});

test.each([
  'mail.example',
  'https://user:secret@mail.example',
  'smtp://user:secret@',
  'smtp://user:se/cret@mail.example',
  'smtp://user:12/secret@mail.example',
  'smtp://user:1?secret@mail.example',
  'smtp://user:1#secret@mail.example',
  'smtp://user:secret%zz@mail.example',
  'smtp://user:secret%0d%0a@mail.example',
  'smtp://user@mail.example',
  'smtp://user:secret@mail.example:0',
  'smtp://user:secret@mail.example:99999',
  'smtp://user:secret@mail.example/inbox',
  'smtp://user:secret@mail.example?tls=no',
])('%s is no address of a mail server, and its password is not shown', (SMTP_URL) => {
  const errors = errorsOf({ SMTP_URL, MAIL_FROM: 'a@b.example' });
  expect(errors).toEqual([expect.stringMatching(/^SMTP_URL must be .*smtps:/)]);
  expect(errors.join()).not.toContain('cret');
});

test.each([
  ['me@blog.example', { name: '', address: 'me@blog.example' }],
  ['<me@blog.example>', { name: '', address: 'me@blog.example' }],
  [' "Blog, \\"daily\\"" <me@localhost> ', { name: 'Blog, "daily"', address: 'me@localhost' }],
  ['日本語 <почта@пример.испытание>', { name: '日本語', address: 'почта@пример.испытание' }],
])('%s is a sender', (MAIL_FROM, from) => {
  expect(readConfig({ SMTP_URL: 'smtp://localhost', MAIL_FROM }).mail?.from).toEqual(from);
});

test.each([
  'Blog',
  'Blog <>',
  'Blog <me>',
  'a@b@c',
  'a b@c.example',
  '.a@c.example',
  'a@c..example',
  'a@b.example, c@d.example',
  'Blog <a@b.example> <c@d.example>',
  'Blog\r\nBcc: x@y.example <a@b.example>',
  `${'a'.repeat(250)}@b.example`,
])('%s is no sender', (MAIL_FROM) => {
  const errors = errorsOf({ SMTP_URL: 'smtp://localhost', MAIL_FROM });
  expect(errors).toEqual([expect.stringMatching(/^MAIL_FROM must be/)]);
});

test('the mailbox of bounces needs a login', () => {
  expect(readConfig({ IMAP_URL: 'imaps://me:secret@mail.example' }).imap).toEqual({
    ...{ host: 'mail.example', port: 993, secure: true },
    login: { user: 'me', password: 'secret' },
  });
  for (const IMAP_URL of ['imaps://mail.example', 'smtp://me:secret@mail.example', 'imap://me@x'])
    expect(errorsOf({ IMAP_URL })).toEqual([expect.stringMatching(/^IMAP_URL must be/)]);
});

test('a secret can be in a file', () => {
  const folder = temporaryFolder();
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const ADMIN_PASSWORD_FILE = write('password', 'from a file\n');
  const DATABASE_URL_FILE = write('database', 'postgres://me:secret@db.example/blog');
  const config = readConfig({ ADMIN_PASSWORD_FILE, DATABASE_URL_FILE });
  expect(config.admin.password).toBe('from a file');
  expect(config.databaseUrl).toBe('postgres://me:secret@db.example/blog');
  expect(config.settingsSet).toEqual(['ADMIN_PASSWORD', 'DATABASE_URL']);
  expect(
    errorsOf({
      ADMIN_PASSWORD: 'from the environment',
      ADMIN_PASSWORD_FILE,
      DATABASE_URL_FILE: join(folder, 'missing'),
    }),
  ).toEqual([
    'ADMIN_PASSWORD and ADMIN_PASSWORD_FILE are both set: remove one of them.',
    `DATABASE_URL_FILE names ${folder}/missing, which does not exist: create it, or correct the name.`,
  ]);
  const empty = write('empty', '\n');
  expect(errorsOf({ DATABASE_URL_FILE: empty })).toEqual([
    `DATABASE_URL_FILE names ${empty}, which is empty.`,
  ]);
  expect(errorsOf({ DATABASE_URL_FILE: folder })).toEqual([
    `DATABASE_URL_FILE names ${folder}, which is a folder: name a file.`,
  ]);
});
