import { dirname } from 'node:path';
import { SITE_DEFAULTS } from '@longhand/contract/site/site-defaults';
import { type Config, ConfigError, readConfig } from '../config/config.ts';
import type { Environment } from '../config/config-values.ts';
import { SECRET_NAMES } from '../config/secret-files.ts';
import type { Database } from '../database/tables.ts';
import { isLoopback, isPrivateHost } from '../private-hosts.ts';
import { createReadValues } from '../site/read-values.ts';
import type { SiteConfig } from '../site/setting-values.ts';
import { othersCan } from './check-folder.ts';
import { asError, asWarning, type Check, type Finding } from './finding.ts';
import {
  findAddressMistakes,
  findSettingMistakes,
  isSettingName,
  type SettingMistake,
} from './setting-mistakes.ts';

const isSiteLocal = ({ site }: Pick<Config, 'site'>) => isLoopback(new URL(site.url).hostname);

function* addressFindings(config: Config, env: Environment): Generator<Finding> {
  const { protocol, hostname } = new URL(config.site.url);
  const isExposed = !isLoopback(config.listen.host);
  if (isExposed && isSiteLocal(config)) {
    yield asWarning(
      env.SITE_URL
        ? `HOST is ${config.listen.host}, so other machines can connect, but SITE_URL is ${config.site.url}, which to them is their own machine.`
        : `HOST is ${config.listen.host}, so other machines can connect, but SITE_URL is not set.`,
      'Set SITE_URL to the address that visitors use: links in feeds, the sitemap and shared posts use it.',
    );
  }
  if (protocol === 'http:' && !isPrivateHost(hostname)) {
    yield asWarning(
      `SITE_URL is ${config.site.url}: passwords and sessions would be sent unencrypted.`,
      'Put a proxy with a certificate in front, and set SITE_URL to its https address.',
    );
  }
}

function* proxyFindings(config: Config): Generator<Finding> {
  if (config.trustProxy === true) {
    yield asWarning(
      'TRUST_PROXY is true: clients can claim any address, so the limit on password guesses does not work.',
      'Set TRUST_PROXY to the proxy’s address, or to loopback if it runs on this machine.',
    );
  }
  const isBehindProxy = config.site.url.startsWith('https:') && isLoopback(config.listen.host);
  if (config.trustProxy === false && isBehindProxy) {
    yield asWarning(
      'SITE_URL is https, so there is a proxy in front, but TRUST_PROXY is false: all visitors seem to share one address, so one person’s wrong passwords lock out everyone.',
      'Set TRUST_PROXY to loopback if the proxy runs on this machine, otherwise to its address.',
    );
  }
}

function* otherFindings(config: Config): Generator<Finding> {
  for (const origin of config.webOrigins) {
    if (origin.startsWith('https:') || isPrivateHost(new URL(origin).hostname)) continue;
    yield asWarning(
      `WEB_ORIGINS names ${origin}: the administrator’s session would be sent unencrypted from there.`,
      'Serve that site over https, and use its https address here.',
    );
  }
}

export type SettingsFile = { readonly path: string; readonly names: readonly string[] };

async function* fileFindings(
  { path, names }: SettingsFile,
  env: Environment,
): AsyncGenerator<Finding> {
  for (const name of names.filter((entry) => !isSettingName(entry))) {
    yield asWarning(
      `The .env file sets ${name}, which is not a setting.`,
      'Correct its name, or remove it: .env.example lists all settings.',
    );
  }
  const secrets = names.filter((name) => SECRET_NAMES.includes(name) && env[name]);
  if (secrets.length === 0 || !(await othersCan(dirname(path), 'enter'))) return;
  if ((await othersCan(path, 'read')) || (await othersCan(path, 'write')))
    yield asWarning(
      `Every user of this machine can read ${path}, including ${secrets.join(' and ')}.`,
      `Restrict access: chmod 600 ${path}`,
    );
}

function* asWarnings(mistakes: Iterable<SettingMistake>): Generator<Finding> {
  for (const { message, todo } of mistakes) yield asWarning(message, todo);
}

export function checkSettings(env: Environment, file: SettingsFile | undefined): Check {
  return {
    name: 'Settings',
    async *find() {
      if (file) yield* fileFindings(file, env);
      yield* asWarnings(findSettingMistakes(env, file?.names));
      try {
        const config = readConfig(env);
        yield* addressFindings(config, env);
        yield* proxyFindings(config);
        yield* otherFindings(config);
        yield* asWarnings(findAddressMistakes(config));
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        for (const problem of error.errors)
          yield asError(problem, 'Correct it: the server will not start otherwise.');
      }
    },
  };
}

export function checkSite(db: Database, config: SiteConfig & { isComplete: boolean }): Check {
  return {
    name: 'The site’s settings are valid',
    async *find() {
      const invalid: string[] = [];
      const { contact_email } = await createReadValues(db, config, (name) => invalid.push(name))();
      for (const name of invalid)
        yield asWarning(
          `The stored setting ${name} is not valid, so its default is used.`,
          'Save it again at /admin/settings.',
        );
      if (
        config.isComplete &&
        !isSiteLocal(config) &&
        contact_email === SITE_DEFAULTS.contact_email
      )
        yield asWarning(
          `The contact address is still ${contact_email}: mail that visitors send there reaches nobody.`,
          'Enter your own at /admin/settings.',
        );
    },
  };
}
