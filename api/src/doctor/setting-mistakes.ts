import { PASSWORD_LENGTH } from '@longhand/contract/limits';
import type { Config } from '../config.ts';
import { isPrivateHost } from '../private-hosts.ts';
import { type Environment, readSecretFiles } from '../secret-files.ts';
import { findWrongNames } from './setting-names.ts';

/** Something that does not stop the start, but is probably not what the owner wanted. */
export type SettingMistake = { readonly message: string; readonly todo: string };

/** Shorter ones work, and are easy to guess. */
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

/** For the start and the doctor. `listed` are names that are reported elsewhere. */
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
      todo: 'Set BACKUP_TO to another folder or s3://…: backups in the data folder are not encrypted. For a restore only, nothing is to be done.',
    };
}

const TO_PUBLIC_ADDRESS =
  'Set API_PUBLIC_URL to the address at which browsers reach the API; with a proxy that sends /api, /uploads and /social to it, that is SITE_URL itself.';

/** On two hosts: whether browsers can call the API from the pages. */
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
