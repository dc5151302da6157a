import { PASSWORD_LENGTH } from '@longhand/contract/limits';
import type { Config } from '../config.ts';
import { SETTINGS } from '../config-settings.ts';
import { isPrivateHost } from '../private-hosts.ts';
import { type Environment, readSecretFiles, SECRET_FILE_NAMES } from '../secret-files.ts';

/** Something that does not stop the start, but is probably not what the owner wanted. */
export type SettingMistake = { readonly message: string; readonly todo: string };

const NAMES: readonly string[] = [...Object.keys(SETTINGS), ...SECRET_FILE_NAMES];

export function isSettingName(name: string): boolean {
  return NAMES.includes(name);
}

function withoutUnderscores(name: string): string {
  return name.toUpperCase().replaceAll(/[_-]/g, '');
}

/** Whether one letter more, less or changed, or two that are swapped, make them equal. */
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

function findMeant(name: string): string | undefined {
  const given = withoutUnderscores(name);
  const exact = NAMES.find((known) => withoutUnderscores(known) === given);
  if (exact !== undefined || given.length < MIN_LENGTH) return exact;
  return NAMES.find((known) => isSlip(withoutUnderscores(known), given));
}

function* findWrongNames(env: Environment): Generator<SettingMistake> {
  for (const name of Object.keys(env)) {
    const meant = env[name] && !isSettingName(name) ? findMeant(name) : undefined;
    if (meant !== undefined && !env[meant])
      yield {
        message: `${name} is set, which is not a setting.`,
        todo: `Should it be ${meant}? .env.example lists all settings.`,
      };
  }
}

/** For the start and the doctor. `listed` are names that are reported elsewhere. */
export function* findSettingMistakes(
  env: Environment,
  listed: readonly string[] = [],
): Generator<SettingMistake> {
  const others = Object.entries(env).filter(([name]) => !listed.includes(name));
  yield* findWrongNames(Object.fromEntries(others));
  const password = { ...env, ...readSecretFiles(env).secrets }.ADMIN_PASSWORD;
  const { min } = PASSWORD_LENGTH;
  if (password && password.length < min)
    yield {
      message: `ADMIN_PASSWORD has fewer than ${min} characters, so it is easy to guess.`,
      todo: 'Choose a longer one, or unset it and run npm run admin:password.',
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
