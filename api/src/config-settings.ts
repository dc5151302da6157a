import { isTimeZone, SITE_DEFAULTS } from '@longhand/contract/site-defaults';
import { z } from 'zod';
import { backupTo, keepRule } from './backup-settings.ts';
import {
  backupEvery,
  DATABASE_ADDRESS,
  databaseAddress,
  list,
  origin,
  trustProxy,
  webAddress,
  wholeNumber,
} from './config-values.ts';
import { IMAP_ADDRESS, imapAddress, mailbox, SMTP_ADDRESS, smtpAddress } from './mail-settings.ts';
import { bucket, prefix } from './object-store-settings.ts';

const ADDRESSES_IN_LOG = ['off', 'short', 'full'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export type Setting = {
  readonly schema: z.ZodType;
  readonly fallback?: string;
  readonly rule: string;
  /** It can also be in a file, named by the variable with `_FILE` at its end. */
  readonly isSecret?: true;
};

const profile = (fallback: string) => ({
  schema: webAddress,
  fallback,
  rule: 'must be an http or https address',
});

const mailPerMinute = wholeNumber(1, 1_000_000, '');

const endpoint = {
  schema: webAddress.regex(/^[^@?#]*$/).optional(),
  rule: 'must be the address of an object store like https://s3.example, without a key in it',
};

const region = {
  schema: z.string().regex(/^[\w-]{1,63}$/),
  fallback: 'us-east-1',
  rule: 'must be a region like us-east-1',
};

const accessKey = {
  schema: z.string().optional(),
  rule: 'must be an access key',
  isSecret: true as const,
};

const secretKey = {
  schema: z.string().optional(),
  rule: 'must be a secret key',
  isSecret: true as const,
};

const addressInLog = {
  schema: z.enum(ADDRESSES_IN_LOG),
  fallback: 'short',
  rule: `must be one of ${ADDRESSES_IN_LOG.join(', ')}`,
};

export const SETTINGS = {
  PORT: {
    ...wholeNumber(0, 65_535, '3000'),
    rule: 'must be a port number from 0 to 65535',
  },
  HOST: { schema: z.string(), fallback: '127.0.0.1', rule: 'must be an address to listen on' },
  WORKERS: wholeNumber(1, 64, '1'),
  MAX_CONNECTIONS: wholeNumber(1, 9_999_999, '1000'),
  MAX_CONNECTIONS_PER_ADDRESS: wholeNumber(1, 9_999_999, '128'),
  WRITES_PER_MINUTE: wholeNumber(1, 9_999_999, '1200'),
  UPLOADS_PER_MINUTE: wholeNumber(1, 9_999_999, '120'),
  SITE_URL: {
    schema: origin.optional(),
    rule: 'must be an origin like https://blog.example, without a path',
  },
  SITE_NAME: { schema: z.string(), fallback: SITE_DEFAULTS.site_name, rule: 'must be a name' },
  SITE_DESCRIPTION: {
    schema: z.string(),
    fallback: SITE_DEFAULTS.site_description,
    rule: 'must be a sentence',
  },
  SITE_TIMEZONE: {
    schema: z.string().refine(isTimeZone),
    fallback: SITE_DEFAULTS.time_zone,
    rule: 'must be a time zone like Europe/Paris',
  },
  CONTACT_EMAIL: {
    schema: z.email(),
    fallback: SITE_DEFAULTS.contact_email,
    rule: 'must be an e-mail address',
  },
  SOCIAL_INSTAGRAM: profile('https://www.instagram.com/'),
  SOCIAL_TWITTER: profile('https://x.com/'),
  SOCIAL_TUMBLR: profile('https://www.tumblr.com/'),
  SOCIAL_PINTEREST: profile('https://www.pinterest.com/'),
  DATA_DIR: { schema: z.string(), fallback: './data', rule: 'must be a folder' },
  BACKUP_EVERY: {
    schema: backupEvery.optional(),
    rule: 'must be a time like 1d, 12h or 30m',
  },
  BACKUP_KEEP: wholeNumber(1, 999, '7'),
  BACKUP_TO: {
    schema: backupTo.optional(),
    rule: 'must be a folder, or a bucket and a prefix like s3://backups/blog',
  },
  BACKUP_TO_KEEP: {
    schema: keepRule,
    fallback: '7d,4w,12m',
    rule: 'must say how many days, weeks and months to keep, like 7d,4w,12m',
  },
  BACKUP_PASSPHRASE: {
    schema: z.string().max(1_000).optional(),
    rule: 'must have at most 1000 characters',
    isSecret: true,
  },
  BACKUP_S3_ENDPOINT: endpoint,
  BACKUP_S3_REGION: region,
  BACKUP_S3_ACCESS_KEY: accessKey,
  BACKUP_S3_SECRET_KEY: secretKey,
  ALERT_URL: {
    schema: webAddress.optional(),
    rule: 'must be an http or https address',
    isSecret: true,
  },
  METRICS_TOKEN: {
    // The characters of a Bearer token.
    schema: z
      .string()
      .regex(/^[\w.~+/=-]{1,512}$/)
      .optional(),
    rule: 'must be at most 512 letters, digits and . _ ~ + / = - (openssl rand -hex 32 makes one)',
    isSecret: true,
  },
  ADMIN_USERNAME: {
    schema: z.string().max(200),
    fallback: 'admin',
    rule: 'must be a name of at most 200 characters',
  },
  ADMIN_PASSWORD: {
    schema: z.string().max(1_000).optional(),
    rule: 'must have at most 1000 characters',
    isSecret: true,
  },
  DEMO_CONTENT: {
    schema: z.enum(['true', 'false']).transform((value) => value === 'true'),
    fallback: 'true',
    rule: 'must be true or false',
  },
  DATABASE_URL: {
    schema: databaseAddress.optional(),
    rule: `must be ${DATABASE_ADDRESS}; without it, posts are in SQLite`,
    isSecret: true,
  },
  DATABASE_WAIT: {
    ...wholeNumber(0, 3_600, '60'),
    rule: 'must be a number of seconds from 0 to 3600',
  },
  S3_ENDPOINT: endpoint,
  S3_BUCKET: { schema: bucket.optional(), rule: 'must be the name of a bucket' },
  S3_REGION: region,
  S3_ACCESS_KEY: accessKey,
  S3_SECRET_KEY: secretKey,
  S3_PREFIX: {
    schema: prefix.optional(),
    rule: 'must be a prefix for the names in the bucket, like blog/',
  },
  SMTP_URL: {
    schema: smtpAddress.optional(),
    rule: `must be the address of a mail server like ${SMTP_ADDRESS}`,
    isSecret: true,
  },
  MAIL_FROM: {
    schema: mailbox.optional(),
    rule: 'must be an e-mail address, or a name and an address like My Blog <me@blog.example>',
  },
  MAIL_CONNECTIONS: wholeNumber(1, 100, '3'),
  MAIL_PER_MINUTE: { schema: mailPerMinute.schema.optional(), rule: mailPerMinute.rule },
  IMAP_URL: {
    schema: imapAddress.optional(),
    rule: `must be the address of a mailbox like ${IMAP_ADDRESS}`,
    isSecret: true,
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
  API_PUBLIC_URL: {
    schema: origin.optional(),
    rule: 'must be the origin at which browsers reach the API, like https://api.example, without a path',
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
  LOG_ACCESS: addressInLog,
  LOG_LOGIN_FAILURES: addressInLog,
} as const satisfies Record<string, Setting>;

export type Settings = {
  [Name in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[Name]['schema']>;
};
