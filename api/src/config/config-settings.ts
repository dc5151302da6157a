import { isTimeZone, SITE_DEFAULTS } from '@longhand/contract/site/site-defaults';
import { z } from 'zod';
import { backupTo, keepRule } from './backup-settings.ts';
import {
  backupEvery,
  bucket,
  DATABASE_ADDRESS,
  databaseAddress,
  list,
  origin,
  prefix,
  trustProxy,
  webAddress,
  wholeNumber,
} from './config-values.ts';
import { IMAP_ADDRESS, imapAddress, mailbox, SMTP_ADDRESS, smtpAddress } from './mail-settings.ts';

const ADDRESSES_IN_LOG = ['off', 'short', 'full'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export type Setting = {
  readonly schema: z.ZodType;
  readonly fallback?: string;
  readonly rule: string;
  /** A secret can also be in a file, which the variable with `_FILE` at its end names. */
  readonly isSecret?: true;
};

function optional<Schema extends z.ZodType>(schema: Schema, rule: string) {
  return { schema: schema.optional(), rule };
}

function withDefault<Schema extends z.ZodType>(schema: Schema, fallback: string, rule: string) {
  return { schema, fallback, rule };
}

function secret<Schema extends z.ZodType>(schema: Schema, rule: string) {
  return { ...optional(schema, rule), isSecret: true as const };
}

const profile = (fallback: string) =>
  withDefault(webAddress, fallback, 'must be an http or https address');

const mailPerMinute = wholeNumber(1, 1_000_000, '');

const endpoint = optional(
  webAddress.regex(/^[^@?#]*$/),
  'must be the address of an object store like https://s3.example, without a key in it',
);

const region = withDefault(
  z.string().regex(/^[\w-]{1,63}$/),
  'us-east-1',
  'must be a region like us-east-1',
);

const accessKey = secret(z.string(), 'must be an access key');

const secretKey = secret(z.string(), 'must be a secret key');

const addressInLog = withDefault(
  z.enum(ADDRESSES_IN_LOG),
  'short',
  `must be one of ${ADDRESSES_IN_LOG.join(', ')}`,
);

const trueOrFalse = (fallback: 'true' | 'false') =>
  withDefault(
    z.enum(['true', 'false']).transform((value) => value === 'true'),
    fallback,
    'must be true or false',
  );

export const SETTINGS = {
  PORT: {
    ...wholeNumber(0, 65_535, '3000'),
    rule: 'must be a port number from 0 to 65535',
  },
  HOST: withDefault(z.string(), '127.0.0.1', 'must be an address to listen on'),
  WORKERS: wholeNumber(1, 64, '1'),
  MAX_CONNECTIONS: wholeNumber(1, 9_999_999, '1000'),
  MAX_CONNECTIONS_PER_ADDRESS: wholeNumber(1, 9_999_999, '128'),
  WRITES_PER_MINUTE: wholeNumber(1, 9_999_999, '1200'),
  UPLOADS_PER_MINUTE: wholeNumber(1, 9_999_999, '120'),
  SITE_URL: optional(origin, 'must be an origin like https://blog.example, without a path'),
  SITE_NAME: withDefault(z.string(), SITE_DEFAULTS.site_name, 'must be a name'),
  SITE_DESCRIPTION: withDefault(z.string(), SITE_DEFAULTS.site_description, 'must be a sentence'),
  SITE_TIMEZONE: withDefault(
    z.string().refine(isTimeZone),
    SITE_DEFAULTS.time_zone,
    'must be a time zone like Europe/Paris',
  ),
  CONTACT_EMAIL: withDefault(z.email(), SITE_DEFAULTS.contact_email, 'must be an email address'),
  SOCIAL_INSTAGRAM: profile('https://www.instagram.com/'),
  SOCIAL_TWITTER: profile('https://x.com/'),
  SOCIAL_TUMBLR: profile('https://www.tumblr.com/'),
  SOCIAL_PINTEREST: profile('https://www.pinterest.com/'),
  DATA_DIR: withDefault(z.string(), './data', 'must be a folder'),
  BACKUP_EVERY: optional(backupEvery, 'must be a time like 1d, 12h or 30m'),
  BACKUP_KEEP: wholeNumber(1, 999, '7'),
  BACKUP_TO: optional(
    backupTo,
    'must be a folder, or a bucket and a prefix like s3://backups/blog',
  ),
  BACKUP_TO_KEEP: withDefault(
    keepRule,
    '7d,4w,12m',
    'must say how many days, weeks and months to keep, like 7d,4w,12m',
  ),
  BACKUP_PASSPHRASE: secret(z.string().max(1_000), 'must have at most 1000 characters'),
  BACKUP_S3_ENDPOINT: endpoint,
  BACKUP_S3_REGION: region,
  BACKUP_S3_ACCESS_KEY: accessKey,
  BACKUP_S3_SECRET_KEY: secretKey,
  ALERT_URL: secret(webAddress, 'must be an http or https address'),
  METRICS_TOKEN: secret(
    // A Bearer token can have only these characters.
    z.string().regex(/^[\w.~+/=-]{1,512}$/),
    'must be at most 512 letters, digits and . _ ~ + / = - (openssl rand -hex 32 makes one)',
  ),
  ADMIN_USERNAME: withDefault(
    z.string().max(200),
    'admin',
    'must be a name of at most 200 characters',
  ),
  ADMIN_PASSWORD: secret(z.string().max(1_000), 'must have at most 1000 characters'),
  DEMO_CONTENT: trueOrFalse('true'),
  WEBHOOK_PRIVATE_ADDRESSES: trueOrFalse('false'),
  DATABASE_URL: secret(
    databaseAddress,
    `must be ${DATABASE_ADDRESS}; without it, posts are in SQLite`,
  ),
  DATABASE_WAIT: {
    ...wholeNumber(0, 3_600, '60'),
    rule: 'must be a number of seconds from 0 to 3600',
  },
  S3_ENDPOINT: endpoint,
  S3_BUCKET: optional(bucket, 'must be the name of a bucket'),
  S3_REGION: region,
  S3_ACCESS_KEY: accessKey,
  S3_SECRET_KEY: secretKey,
  S3_PREFIX: optional(prefix, 'must be a prefix for the names in the bucket, like blog/'),
  SMTP_URL: secret(smtpAddress, `must be the address of a mail server like ${SMTP_ADDRESS}`),
  MAIL_FROM: optional(
    mailbox,
    'must be an email address, or a name and an address like My Blog <me@blog.example>',
  ),
  MAIL_CONNECTIONS: wholeNumber(1, 100, '3'),
  MAIL_PER_MINUTE: optional(mailPerMinute.schema, mailPerMinute.rule),
  IMAP_URL: secret(imapAddress, `must be the address of a mailbox like ${IMAP_ADDRESS}`),
  TRUST_PROXY: withDefault(
    trustProxy,
    'false',
    'must be true, false, or the addresses of the trusted proxies separated by commas',
  ),
  API_URL: optional(
    origin,
    'must be the origin of an API like https://api.example, without a path',
  ),
  API_PUBLIC_URL: optional(
    origin,
    'must be the origin at which browsers reach the API, like https://api.example, without a path',
  ),
  WEB_ORIGINS: withDefault(
    z.string().transform(list).pipe(z.array(origin)),
    '',
    'must be origins like https://blog.example, separated by commas',
  ),
  LOG_LEVEL: withDefault(z.enum(LOG_LEVELS), 'info', `must be one of ${LOG_LEVELS.join(', ')}`),
  LOG_ACCESS: addressInLog,
  LOG_LOGIN_FAILURES: addressInLog,
} as const satisfies Record<string, Setting>;

export type Settings = {
  [Name in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[Name]['schema']>;
};
