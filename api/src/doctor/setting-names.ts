import { SETTINGS } from '../config-settings.ts';
import { type Environment, SECRET_FILE_NAMES } from '../secret-files.ts';

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

/** Only if that is not set: another program may well have a name that is one letter away. */
function findSlip(given: string, env: Environment): string | undefined {
  if (given.length < MIN_LENGTH) return undefined;
  const meant = NAMES.find((known) => isSlip(withoutUnderscores(known), given));
  return meant !== undefined && env[meant] ? undefined : meant;
}

/** Those of our names that other programs hardly use. */
const PREFIX = /^(ADMIN|BACKUP|IMAP|MAIL|METRICS|SITE|SMTP)_/;

/** What Kubernetes and Docker set for a service that is called mail, say. */
const OF_SERVICE =
  /_(SERVICE_HOST|SERVICE_PORT\w*|PORT_\d+_\w+|ENV_\w+)=|_PORT=(tcp|udp):|_NAME=\//;

function hasOurPrefix(name: string, value: string): boolean {
  return PREFIX.test(name) && !OF_SERVICE.test(`${name}=${value}`);
}

/** What to do about a name that looks like one of ours; undefined for those of other programs. */
function judge(name: string, value: string, env: Environment): string | undefined {
  const given = withoutUnderscores(name);
  const exact = NAMES.find((known) => withoutUnderscores(known) === given);
  if (exact !== undefined && env[exact]) return `Remove it: ${exact} is set, too.`;
  const meant = exact ?? findSlip(given, env);
  if (meant !== undefined) return `Should it be ${meant}? .env.example lists all settings.`;
  if (!hasOurPrefix(name, value)) return undefined;
  return 'Correct its name if it is meant for this blog: .env.example lists all settings.';
}

/** Variables that look like settings and are none. */
export function* findWrongNames(
  env: Environment,
): Generator<{ readonly name: string; readonly todo: string }> {
  for (const [name, value] of Object.entries(env)) {
    const todo = value && !isSettingName(name) ? judge(name, value, env) : undefined;
    if (todo !== undefined) yield { name, todo };
  }
}
