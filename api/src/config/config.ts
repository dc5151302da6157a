import { resolve } from 'node:path';
import { validateSslParameters } from '../database/postgres/postgres-url.ts';
import { findBackupErrors, remoteBackupsOf } from './backup-settings.ts';
import { SETTINGS, type Setting, type Settings } from './config-settings.ts';
import { databaseAddress, type Environment } from './config-values.ts';
import { findMissingMailSettings, mailOf } from './mail-settings.ts';
import { readSecretFiles, sourceOf } from './secret-files.ts';

export { validateSslParameters } from '../database/postgres/postgres-url.ts';
export { DATABASE_ADDRESS } from './config-values.ts';

export const SETTING_NAMES: readonly string[] = Object.keys(SETTINGS);

export class ConfigError extends Error {
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(
      `The settings have ${errors.length === 1 ? 'a mistake' : `${errors.length} mistakes`}:\n${errors.map((error) => `  - ${error}`).join('\n')}`,
    );
    this.errors = errors;
  }
}

/** The PostgreSQL driver would read these silently. */
const IGNORED_VARIABLES = [
  'PGSSLMODE',
  'PGSSLROOTCERT',
  'PGSSLCERT',
  'PGSSLKEY',
  'PGSSLNEGOTIATION',
];

function findConnectionErrors(env: Environment, address: unknown): string[] {
  if (typeof address !== 'string') return [];
  const ignored = IGNORED_VARIABLES.filter((name) => env[name]).map(
    (name) => `${name} is ignored: put it in DATABASE_URL, for example ?sslmode=verify-full.`,
  );
  return [...validateSslParameters(address).map((says) => `DATABASE_URL ${says}`), ...ignored];
}

const S3_REQUIRED = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const;

function findMissingS3Settings(env: Environment): string[] {
  if (![...S3_REQUIRED, 'S3_PREFIX'].some((name) => env[name])) return [];
  return S3_REQUIRED.filter((name) => !env[name]).map(
    (name) => `${name} is missing: ${S3_REQUIRED.join(', ')} must be set together, or not at all.`,
  );
}

/** Undefined if files are stored on the local disk. */
function objectStoreOf(settings: Settings) {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket } = settings;
  const { S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = settings;
  if (!endpoint || !bucket || !accessKey || !secretKey) return undefined;
  const { S3_REGION: region, S3_PREFIX: prefix = '' } = settings;
  return Object.freeze({ endpoint, bucket, region, accessKey, secretKey, prefix });
}

function parseSettings(env: Environment, fileErrors: readonly string[]): Settings {
  const errors = [...fileErrors];
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries<Setting>(SETTINGS)) {
    // Compose files and shells turn an unset variable into an empty one.
    const parsed = setting.schema.safeParse(env[name] || setting.fallback);
    if (parsed.success) values[name] = parsed.data;
    else errors.push(`${name} ${setting.rule}.`);
  }
  errors.push(...findMissingS3Settings(env), ...findMissingMailSettings(env));
  errors.push(...findConnectionErrors(env, values.DATABASE_URL), ...findBackupErrors(env, values));
  if (errors.length > 0) throw new ConfigError(errors);
  return values as Settings;
}

/** Nothing else in the API reads the environment. */
export function readConfig(environment: Environment) {
  const { secrets, errors } = readSecretFiles(environment);
  const env = { ...environment, ...secrets };
  const settings = parseSettings(env, errors);
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
    databaseWaitMs: settings.DATABASE_WAIT * 1_000,
    s3: objectStoreOf(settings),
    mail: mailOf(settings),
    imap: settings.IMAP_URL ?? null,
    backups: Object.freeze({
      everyMs: settings.BACKUP_EVERY,
      keep: settings.BACKUP_KEEP,
      remote: remoteBackupsOf(settings),
      passphrase: settings.BACKUP_PASSPHRASE,
    }),
    alertUrl: settings.ALERT_URL,
    webhooksToPrivateAddresses: settings.WEBHOOK_PRIVATE_ADDRESSES,
    metricsToken: settings.METRICS_TOKEN,
    admin: Object.freeze({
      username: settings.ADMIN_USERNAME,
      password: settings.ADMIN_PASSWORD,
      passwordFrom: sourceOf('ADMIN_PASSWORD', environment),
    }),
    demoContent: settings.DEMO_CONTENT,
    trustProxy: settings.TRUST_PROXY,
    webOrigins: Object.freeze(settings.WEB_ORIGINS),
    apiUrl: settings.API_URL,
    /** The address that browsers and mails use. Undefined if it is the site’s own. */
    apiPublicUrl: settings.API_PUBLIC_URL ?? settings.API_URL,
    logLevel: settings.LOG_LEVEL,
    logAccess: settings.LOG_ACCESS,
    logLoginFailures: settings.LOG_LOGIN_FAILURES,
    /** Backups contain these names, without the values. */
    settingsSet: Object.freeze(SETTING_NAMES.filter((name) => env[name])),
  });
}

export type Config = ReturnType<typeof readConfig>;

export function isDatabaseAddress(value: string): boolean {
  return databaseAddress.safeParse(value).success;
}
