import { isIP } from 'node:net';
import { dirname } from 'node:path';
import { validatePassword } from '../auth/administrator.ts';
import { type Config, ConfigError, readConfig, SETTING_NAMES } from '../config.ts';
import { asError, asWarning, type Check, type Finding } from './finding.ts';
import { othersCan } from './permissions.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

function isLoopback(host: string): boolean {
  return host === 'localhost' || host.startsWith('127.') || host === '::1' || host === '[::1]';
}

/** Private networks, where plain http is usual. */
function isPrivateHost(host: string): boolean {
  if (isIP(host)) return /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.)/.test(host);
  return isLoopback(host) || !host.includes('.') || /\.(local|lan|home|internal|test)$/.test(host);
}

export const isSiteLocal = ({ site }: Pick<Config, 'site'>) =>
  isLoopback(new URL(site.url).hostname);

function* addressFindings(config: Config, env: Environment): Generator<Finding> {
  const { protocol, hostname } = new URL(config.site.url);
  const isExposed = !isLoopback(config.listen.host);
  if (isExposed && isSiteLocal(config)) {
    yield asWarning(
      env.SITE_URL
        ? `HOST is ${config.listen.host}, so others can come; but SITE_URL is ${config.site.url}, which is somebody else on their machines.`
        : `HOST is ${config.listen.host}, so others can come; but SITE_URL is not set.`,
      'Set SITE_URL to the address that visitors use: links in feeds, the map and shared posts are made of it.',
    );
  }
  if (protocol === 'http:' && !isPrivateHost(hostname)) {
    yield asWarning(
      `SITE_URL is ${config.site.url}: passwords and sessions would travel readable for everybody on the way.`,
      'Put a proxy with a certificate in front, and set SITE_URL to its https address.',
    );
  }
}

function* proxyFindings(config: Config): Generator<Finding> {
  if (config.trustProxy === true) {
    yield asWarning(
      'TRUST_PROXY is true: it believes whatever address anybody claims to have, so nobody can be kept from guessing passwords.',
      'Set TRUST_PROXY to the address of the proxy, or to loopback where that runs on this machine.',
    );
  }
  const isBehindProxy = config.site.url.startsWith('https:') && isLoopback(config.listen.host);
  if (config.trustProxy === false && isBehindProxy) {
    yield asWarning(
      'SITE_URL is https, so there is a proxy in front; but TRUST_PROXY is false: all visitors have one address, and wrong passwords of one count for all.',
      'Set TRUST_PROXY to loopback, if the proxy runs on this machine, or to its address.',
    );
  }
}

function* otherFindings(config: Config): Generator<Finding> {
  const { password } = config.admin;
  const problem = password === undefined ? null : validatePassword(password);
  if (problem) {
    yield asWarning(
      `ADMIN_PASSWORD ${problem}.`,
      'Choose a longer one, or unset it and run npm run admin:password.',
    );
  }
  for (const origin of config.webOrigins) {
    if (origin.startsWith('https:') || isPrivateHost(new URL(origin).hostname)) continue;
    yield asWarning(
      `WEB_ORIGINS names ${origin}: the administrator’s session would travel readable from there.`,
      'Serve that site by https, and name it so.',
    );
  }
}

const SECRETS = ['ADMIN_PASSWORD', 'DATABASE_URL', 'S3_SECRET_KEY'];

/** The .env file and the names it sets. */
export type SettingsFile = { readonly path: string; readonly names: readonly string[] };

async function* fileFindings(
  { path, names }: SettingsFile,
  env: Environment,
): AsyncGenerator<Finding> {
  for (const name of names.filter((entry) => !SETTING_NAMES.includes(entry))) {
    yield asWarning(
      `The .env file sets ${name}, which is not a setting.`,
      'Correct its name, or remove it: .env.example names them all.',
    );
  }
  const secrets = names.filter((name) => SECRETS.includes(name) && env[name]);
  if (secrets.length === 0 || !(await othersCan(dirname(path), 'enter'))) return;
  if ((await othersCan(path, 'read')) || (await othersCan(path, 'write')))
    yield asWarning(
      `Every user of this machine may read ${path}, with ${secrets.join(' and ')}.`,
      `Keep them out: chmod 600 ${path}`,
    );
}

export function checkSettings(env: Environment, file: SettingsFile | undefined): Check {
  return {
    name: 'Settings',
    async *find() {
      if (file) yield* fileFindings(file, env);
      try {
        const config = readConfig(env);
        yield* addressFindings(config, env);
        yield* proxyFindings(config);
        yield* otherFindings(config);
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        for (const problem of error.errors)
          yield asError(problem, 'Correct it; the server does not start otherwise.');
      }
    },
  };
}
