import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { findSslMistakes } from './database/postgres-address.ts';
import { bucket, findMissing, objectStoreOf, prefix } from './object-store-settings.ts';

export { findSslMistakes } from './database/postgres-address.ts';

const LOG_ACCESS = ['off', 'short', 'full'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The name of a network that the proxy library knows besides plain addresses. */
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

const UNITS_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
type Unit = keyof typeof UNITS_MS;

function isNetwork(value: string): boolean {
  const [address = '', prefix, ...rest] = value.split('/');
  const version = isIP(address);
  if (rest.length > 0 || version === 0) return NAMED_NETWORKS.includes(value);
  return (
    prefix === undefined ||
    (/^[1-9]\d*$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
  );
}

function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

function list(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((value) => value <= 65_535);
const workers = z
  .string()
  .regex(/^\d{1,2}$/)
  .transform(Number)
  .refine((value) => value >= 1 && value <= 64);
const backupEvery = z
  .string()
  .regex(/^[1-9]\d{0,3}[mhd]$/)
  .transform((value) => Number.parseInt(value, 10) * UNITS_MS[value.at(-1) as Unit]);
const backupKeep = z
  .string()
  .regex(/^[1-9]\d{0,2}$/)
  .transform(Number);
const count = z
  .string()
  .regex(/^[1-9]\d{0,6}$/)
  .transform(Number);
const origin = z
  .string()
  .refine(isOrigin)
  .transform((value) => new URL(value).origin);
const webAddress = z.url({ protocol: /^https?$/ });
/** In words. */
export const DATABASE_ADDRESS =
  'an address like postgres://user:password@host/database, with @ / # ? % in the password written as %40 %2F %23 %3F %25';
const databaseAddress = z
  .url({ protocol: /^postgres(ql)?$/ })
  // What is behind the host is shown in messages: no part of a password may get there.
  .regex(/^\w+:\/\/[^/?#]*(\/[^@/?#]*)?(\?[^@#]*)?$/);
const trustProxy = z.union([
  z.enum(['true', 'false']).transform((value) => value === 'true'),
  z
    .string()
    .transform(list)
    .refine((networks) => networks.length > 0 && networks.every(isNetwork)),
]);

type Setting = { readonly schema: z.ZodType; readonly fallback?: string; readonly rule: string };

/** Every setting: how it is read, what it is when not set, and what to say when it is wrong. */
const SETTINGS = {
  PORT: { schema: port, fallback: '3000', rule: 'must be a port number from 0 to 65535' },
  HOST: { schema: z.string(), fallback: '127.0.0.1', rule: 'must be an address to listen on' },
  WORKERS: { schema: workers, fallback: '1', rule: 'must be a whole number from 1 to 64' },
  MAX_CONNECTIONS: {
    schema: count,
    fallback: '1000',
    rule: 'must be a whole number from 1 to 9999999',
  },
  MAX_CONNECTIONS_PER_ADDRESS: {
    schema: count,
    fallback: '128',
    rule: 'must be a whole number from 1 to 9999999',
  },
  WRITES_PER_MINUTE: {
    schema: count,
    fallback: '1200',
    rule: 'must be a whole number from 1 to 9999999',
  },
  UPLOADS_PER_MINUTE: {
    schema: count,
    fallback: '120',
    rule: 'must be a whole number from 1 to 9999999',
  },
  SITE_URL: {
    schema: origin.optional(),
    rule: 'must be an origin like https://blog.example, without a path',
  },
  SITE_NAME: { schema: z.string(), fallback: 'Longhand', rule: 'must be a name' },
  SITE_DESCRIPTION: {
    schema: z.string(),
    fallback: 'Thoughts on technology, design, and life.',
    rule: 'must be a sentence',
  },
  SITE_TIMEZONE: {
    schema: z.string().refine(isTimeZone),
    fallback: 'UTC',
    rule: 'must be a time zone like Europe/Paris',
  },
  CONTACT_EMAIL: {
    schema: z.email(),
    fallback: 'hello@example.com',
    rule: 'must be an e-mail address',
  },
  SOCIAL_INSTAGRAM: {
    schema: webAddress,
    fallback: 'https://www.instagram.com/',
    rule: 'must be an http or https address',
  },
  SOCIAL_TWITTER: {
    schema: webAddress,
    fallback: 'https://x.com/',
    rule: 'must be an http or https address',
  },
  SOCIAL_TUMBLR: {
    schema: webAddress,
    fallback: 'https://www.tumblr.com/',
    rule: 'must be an http or https address',
  },
  SOCIAL_PINTEREST: {
    schema: webAddress,
    fallback: 'https://www.pinterest.com/',
    rule: 'must be an http or https address',
  },
  DATA_DIR: { schema: z.string(), fallback: './data', rule: 'must be a folder' },
  BACKUP_EVERY: {
    schema: backupEvery.optional(),
    rule: 'must be a time like 1d, 12h or 30m',
  },
  BACKUP_KEEP: {
    schema: backupKeep,
    fallback: '7',
    rule: 'must be a whole number from 1 to 999',
  },
  ADMIN_USERNAME: {
    schema: z.string().max(200),
    fallback: 'admin',
    rule: 'must be a name of at most 200 characters',
  },
  ADMIN_PASSWORD: {
    schema: z.string().max(1_000).optional(),
    rule: 'must have at most 1000 characters',
  },
  DEMO_CONTENT: {
    schema: z.enum(['true', 'false']).transform((value) => value === 'true'),
    fallback: 'true',
    rule: 'must be true or false',
  },
  DATABASE_URL: {
    schema: databaseAddress.optional(),
    rule: `must be ${DATABASE_ADDRESS}; without it, posts are in SQLite`,
  },
  S3_ENDPOINT: {
    schema: webAddress.regex(/^[^@?#]*$/).optional(),
    rule: 'must be the address of an object store like https://s3.example, without a key in it',
  },
  S3_BUCKET: { schema: bucket.optional(), rule: 'must be the name of a bucket' },
  S3_REGION: {
    schema: z.string().regex(/^[\w-]{1,63}$/),
    fallback: 'us-east-1',
    rule: 'must be a region like us-east-1',
  },
  S3_ACCESS_KEY: { schema: z.string().optional(), rule: 'must be an access key' },
  S3_SECRET_KEY: { schema: z.string().optional(), rule: 'must be a secret key' },
  S3_PREFIX: {
    schema: prefix.optional(),
    rule: 'must be what names in the bucket begin with, like blog/',
  },
  TRUST_PROXY: {
    schema: trustProxy,
    fallback: 'false',
    rule: 'must be true, false, or the addresses of the trusted proxies separated by commas',
  },
  API_URL: {
    schema: origin.optional(),
    rule: 'must be the origin of an API like https://api.example, without a path',
  },
  WEB_ORIGINS: {
    schema: z.string().transform(list).pipe(z.array(origin)),
    fallback: '',
    rule: 'must be origins like https://blog.example, separated by commas',
  },
  LOG_LEVEL: {
    schema: z.enum(LOG_LEVELS),
    fallback: 'info',
    rule: `must be one of ${LOG_LEVELS.join(', ')}`,
  },
  LOG_ACCESS: {
    schema: z.enum(LOG_ACCESS),
    fallback: 'short',
    rule: `must be one of ${LOG_ACCESS.join(', ')}`,
  },
} as const satisfies Record<string, Setting>;

export const SETTING_NAMES: readonly string[] = Object.keys(SETTINGS);

type Settings = { [Name in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[Name]['schema']> };

export class ConfigError extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(
      `The settings have ${mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`}:\n${mistakes.map((mistake) => `  - ${mistake}`).join('\n')}`,
    );
    this.mistakes = mistakes;
  }
}

/** What the driver would read by itself, in its own way and without a word. */
const NOT_READ = ['PGSSLMODE', 'PGSSLROOTCERT', 'PGSSLCERT', 'PGSSLKEY', 'PGSSLNEGOTIATION'];

function findConnectionMistakes(
  env: Readonly<Record<string, string | undefined>>,
  address: unknown,
): string[] {
  if (typeof address !== 'string') return [];
  const ignored = NOT_READ.filter((name) => env[name]).map(
    (name) => `${name} is not read: DATABASE_URL says it, as in ?sslmode=verify-full.`,
  );
  return [...findSslMistakes(address).map((says) => `DATABASE_URL ${says}`), ...ignored];
}

function parseSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const mistakes: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries<Setting>(SETTINGS)) {
    // An empty variable is what compose files and shells make of one that is not set.
    const parsed = setting.schema.safeParse(env[name] || setting.fallback);
    if (parsed.success) values[name] = parsed.data;
    else mistakes.push(`${name} ${setting.rule}.`);
  }
  mistakes.push(...findMissing(env), ...findConnectionMistakes(env, values.DATABASE_URL));
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return values as Settings;
}

/** The only reader of the environment on this side: everything else is handed the result. */
export function readConfig(env: Readonly<Record<string, string | undefined>>) {
  const settings = parseSettings(env);
  return Object.freeze({
    listen: Object.freeze({ port: settings.PORT, host: settings.HOST }),
    workers: settings.WORKERS,
    maxConnections: settings.MAX_CONNECTIONS,
    maxConnectionsPerAddress: settings.MAX_CONNECTIONS_PER_ADDRESS,
    writesPerMinute: settings.WRITES_PER_MINUTE,
    uploadsPerMinute: settings.UPLOADS_PER_MINUTE,
    site: Object.freeze({
      url: settings.SITE_URL ?? `http://localhost:${settings.PORT}`,
      name: settings.SITE_NAME,
      description: settings.SITE_DESCRIPTION,
      timeZone: settings.SITE_TIMEZONE,
      contactEmail: settings.CONTACT_EMAIL,
      social: Object.freeze({
        instagram: settings.SOCIAL_INSTAGRAM,
        twitter: settings.SOCIAL_TWITTER,
        tumblr: settings.SOCIAL_TUMBLR,
        pinterest: settings.SOCIAL_PINTEREST,
      }),
    }),
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    s3: objectStoreOf(settings),
    backups: Object.freeze({ everyMs: settings.BACKUP_EVERY, keep: settings.BACKUP_KEEP }),
    admin: Object.freeze({ username: settings.ADMIN_USERNAME, password: settings.ADMIN_PASSWORD }),
    demoContent: settings.DEMO_CONTENT,
    trustProxy: settings.TRUST_PROXY,
    webOrigins: Object.freeze(settings.WEB_ORIGINS),
    apiUrl: settings.API_URL,
    logLevel: settings.LOG_LEVEL,
    logAccess: settings.LOG_ACCESS,
    /** The names of what somebody has set: a backup tells them, and never a value. */
    settingsSet: Object.freeze(Object.keys(SETTINGS).filter((name) => env[name])),
  });
}

export type Config = ReturnType<typeof readConfig>;

export function isDatabaseAddress(value: string): boolean {
  return databaseAddress.safeParse(value).success;
}
