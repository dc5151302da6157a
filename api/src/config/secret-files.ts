import { readFileSync } from 'node:fs';
import { SETTINGS, type Setting } from './config-settings.ts';
import type { Environment } from './config-values.ts';

/** These settings can also be in a file, as containers and systemd's credentials have them. */
export const SECRET_NAMES: readonly string[] = Object.entries<Setting>(SETTINGS)
  .filter(([, { isSecret }]) => isSecret)
  .map(([name]) => name);

const FILE_SUFFIX = '_FILE';

export const SECRET_FILE_NAMES: readonly string[] = SECRET_NAMES.map((name) => name + FILE_SUFFIX);

export function sourceOf<Name extends string>(
  name: Name,
  env: Environment,
): Name | `${Name}${typeof FILE_SUFFIX}` {
  const file = `${name}${FILE_SUFFIX}` as const;
  return env[file] ? file : name;
}

const WHY_NOT: Readonly<Record<string, string>> = {
  ENOENT: 'which does not exist: create it, or correct the name',
  EACCES: 'which this user may not read: let it, by chown or chmod',
  EISDIR: 'which is a folder: name a file',
};

/** Reads the files that `…_FILE` names. `errors` has a sentence for each that cannot be used. */
export function readSecretFiles(env: Environment): { secrets: Environment; errors: string[] } {
  const secrets: Record<string, string> = {};
  const errors: string[] = [];
  for (const name of SECRET_NAMES) {
    const file = env[name + FILE_SUFFIX];
    if (!file) continue;
    if (env[name]) {
      errors.push(`${name} and ${name}${FILE_SUFFIX} are both set: remove one of them.`);
      continue;
    }
    try {
      // Editors end a file with a newline, which is no part of a secret.
      const secret = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
      if (secret === '') errors.push(`${name}${FILE_SUFFIX} names ${file}, which is empty.`);
      secrets[name] = secret;
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      const why = WHY_NOT[code] ?? `which could not be read (${code})`;
      errors.push(`${name}${FILE_SUFFIX} names ${file}, ${why}.`);
    }
  }
  return { secrets, errors };
}
