import { PASSWORD_LENGTH } from '@longhand/contract/limits';
import type { Config } from '../config/config.ts';
import { SETTINGS } from '../config/config-settings.ts';
import type { Environment } from '../config/config-values.ts';
import { readSecretFiles, SECRET_FILE_NAMES } from '../config/secret-files.ts';
import { isPrivateHost } from '../private-hosts.ts';

const NAMES: readonly string[] = [...Object.keys(SETTINGS), ...SECRET_FILE_NAMES];

export function isSettingName(name: string): boolean {
  return NAMES.includes(name);
}

function withoutUnderscores(name: string): string {
  return name.toUpperCase().replaceAll(/[_-]/g, '');
}

/** True if one letter more, less or changed, or two that are swapped, make them equal. */
function isSlip(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [left, right] = [a, b].map((name) => name.slice(start, name.length - end));
  if (left === undefined || right === undefined) return false;
  return Math.max(left.length, right.length) <= 1 || left === [...right].toReversed().join('');
}

/** Short names of other programs are too often one letter away. */
const MIN_LENGTH = 6;

/** Only finds a name that is not set: another program may well have one that is one letter away. */
function findSlip(given: string, env: Environment): string | undefined {
  if (given.length < MIN_LENGTH) return undefined;
  const meant = NAMES.find((known) => isSlip(withoutUnderscores(known), given));
  return meant !== undefined && env[meant] ? undefined : meant;
}

/** Other programs hardly use names of ours that start like this. */
const PREFIX = /^(ADMIN|BACKUP|IMAP|MAIL|METRICS|SITE|SMTP)_/;

/** Kubernetes and Docker set such variables for a service that is called mail, for example. */
const OF_SERVICE =
  /_(SERVICE_HOST|SERVICE_PORT\w*|PORT_\d+_\w+|ENV_\w+)=|_PORT=(tcp|udp):|_NAME=\//;

function hasOurPrefix(name: string, value: string): boolean {
  return PREFIX.test(name) && !OF_SERVICE.test(`${name}=${value}`);
}

/** Says what to do about a name that looks like one of ours. Undefined for names of other programs. */
function judge(name: string, value: string, env: Environment): string | undefined {
  const given = withoutUnderscores(name);
  const exact = NAMES.find((known) => withoutUnderscores(known) === given);
  if (exact !== undefined && env[exact]) return `Remove it: ${exact} is set, too.`;
  const meant = exact ?? findSlip(given, env);
  if (meant !== undefined) return `Should it be ${meant}? .env.example lists all settings.`;
  if (!hasOurPrefix(name, value)) return undefined;
  return 'If it is meant for this blog, correct its name: .env.example lists all settings.';
}

export function* findWrongNames(
  env: Environment,
): Generator<{ readonly name: string; readonly todo: string }> {
  for (const [name, value] of Object.entries(env)) {
    const todo = value && !isSettingName(name) ? judge(name, value, env) : undefined;
    if (todo !== undefined) yield { name, todo };
  }
}

/** A mistake does not stop the start, but is probably not what the owner wanted. */
export type SettingMistake = { readonly message: string; readonly todo: string };

/** Shorter secrets work, and are easy to guess. */
const SECRETS: Readonly<Record<string, { readonly min: number; readonly todo: string }>> = {
  ADMIN_PASSWORD: {
    min: PASSWORD_LENGTH.min,
    todo: 'Choose a longer one, or unset it and run npm run admin:password.',
  },
  METRICS_TOKEN: {
    min: 16,
    todo: 'Choose a longer one: openssl rand -hex 32 makes one.',
  },
  BACKUP_PASSPHRASE: {
    min: 16,
    todo: 'Choose a longer one, and keep this one for the backups that were made with it.',
  },
};

function* findShortSecrets(env: Environment): Generator<SettingMistake> {
  for (const [name, { min, todo }] of Object.entries(SECRETS)) {
    const secret = env[name];
    if (secret && secret.length < min)
      yield {
        message: `${name} has fewer than ${min} characters, so it is easy to guess.`,
        todo,
      };
  }
}

/** The start and the doctor use this. `listed` has names that are reported elsewhere. */
export function* findSettingMistakes(
  env: Environment,
  listed: readonly string[] = [],
): Generator<SettingMistake> {
  for (const { name, todo } of findWrongNames(env))
    if (!listed.includes(name)) yield { message: `${name} is set, which is not a setting.`, todo };
  const all = { ...env, ...readSecretFiles(env).secrets };
  yield* findShortSecrets(all);
  if (all.BACKUP_PASSPHRASE && !all.BACKUP_TO)
    yield {
      message: 'BACKUP_PASSPHRASE is set, but nothing is encrypted: BACKUP_TO is not set.',
      todo: 'Set BACKUP_TO to another folder or s3://…: backups in the data folder are not encrypted. If you only want to restore, do nothing.',
    };
}

const TO_PUBLIC_ADDRESS =
  'Set API_PUBLIC_URL to the address at which browsers reach the API; with a proxy that sends /api, /uploads and /social to it, that is SITE_URL itself.';

/** If site and API are on two hosts, browsers must be able to call the API from the pages. */
export function* findAddressMistakes({
  site,
  apiUrl,
  apiPublicUrl,
  webOrigins,
}: Pick<Config, 'site' | 'apiUrl' | 'apiPublicUrl' | 'webOrigins'>): Generator<SettingMistake> {
  if (apiPublicUrl === undefined) return;
  const [page, api] = [new URL(site.url), new URL(apiPublicUrl)];
  if (page.origin === api.origin) return;
  if (isPrivateHost(api.hostname) && !isPrivateHost(page.hostname))
    yield {
      message: `Pages at ${site.url} name ${apiPublicUrl} as the address of the API, which visitors probably cannot reach: no pictures, no search, no login.`,
      todo: TO_PUBLIC_ADDRESS,
    };
  else if (page.protocol === 'https:' && api.protocol === 'http:')
    yield {
      message: `Pages at ${site.url} name ${apiPublicUrl} as the address of the API: browsers block calls from https to http.`,
      todo: TO_PUBLIC_ADDRESS,
    };
  if (apiUrl === undefined && !webOrigins.includes(page.origin))
    yield {
      message: `Pages at ${site.url} may not call the API at ${apiPublicUrl}: WEB_ORIGINS does not name them.`,
      todo: `Set WEB_ORIGINS=${page.origin} where the API runs.`,
    };
}
