import { type Config, ConfigError } from '@longhand/api/config';
import { DatabaseStartError, redactDatabaseUrl } from '@longhand/api/database';
import type { SettingMistake } from '@longhand/api/setting-mistakes';
import { SOFTWARE } from '@longhand/api/software-version';
import { explainStorage, StorageStartError } from '@longhand/api/storage-failures';
import { softwareName } from '@longhand/contract/software-name';
import type { Part } from './build-server.ts';

/** The operator can fix the cause, so the message is shown without a stack. */
export class StartError extends Error {}

/** Says what happened and what to do. Only unknown errors have a stack. */
export function explainStartFailure(error: unknown, failed = 'The server could not start'): string {
  const expected = [ConfigError, DatabaseStartError, StorageStartError, StartError];
  if (error instanceof Error && expected.some((kind) => error instanceof kind))
    return error.message;
  const { code, address, port } = error as { code?: string; address?: string; port?: number };
  const endpoint = `${address}:${port}`;
  if (code === 'EADDRINUSE') {
    return `Something is already listening on ${endpoint}. Stop it, or set PORT to another number.`;
  }
  if (code === 'EACCES' && port !== undefined) {
    return `This user has no permission to listen on ${endpoint}. Set PORT to a number above 1023.`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return 'HOST is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all of them.';
  }
  const explained = explainStorage(error, 'the data folder');
  if (explained instanceof StorageStartError) return explained.message;
  return `${failed}: ${error instanceof Error ? error.stack : String(error)}`;
}

/** Written to stderr, because stdout is the log. */
export function printMessage(message: string): void {
  process.stderr.write(`\n${message}\n`);
}

export function box(lines: readonly string[]): string {
  const width = Math.max(...lines.map((line) => line.length));
  const body = lines.map((line) => `│  ${line.padEnd(width)}  │`);
  const rule = '─'.repeat(width + 4);
  return [`┌${rule}┐`, ...body, `└${rule}┘`].join('\n');
}

/** The address is on the host of the site, which is not this one if only the API runs here. */
function loginAddress(part: Part, { site, webOrigins }: Config): string {
  const host = part === 'api' ? webOrigins[0] : undefined;
  return `${host ?? site.url}/login`;
}

export function passwordMessage(part: Part, config: Config, password: string): string {
  return box([
    'Your login, shown only once:',
    '',
    `  Address   ${loginAddress(part, config)}`,
    `  Username  ${config.admin.username}`,
    `  Password  ${password}`,
    '',
    'To change it: npm run admin:password',
  ]);
}

export function copyMessage(file: string, { databaseUrl }: Pick<Config, 'databaseUrl'>): string {
  const how =
    databaseUrl === undefined
      ? 'and `npm run rollback` restores it.'
      : '`npm run rollback` says how to return to it.';
  return `The database was updated for this version. A copy from before the update is in\n${file}\n${how}`;
}

export function mistakesMessage(mistakes: readonly SettingMistake[]): string {
  return mistakes.map(({ message, todo }) => `${message} ${todo}`).join('\n');
}

const ALL_ADDRESSES = ['0.0.0.0', '::'];

/** Fastify names the loopback address if it listens on all. */
function listensOn({ listen }: Pick<Config, 'listen'>, address: string): string {
  if (!ALL_ADDRESSES.includes(listen.host)) return address;
  const { port } = new URL(address);
  const host = listen.host === '::' ? '[::]' : listen.host;
  return `http://${host}:${port} (every address of this machine)`;
}

/** Logged by Fastify, which calls it once for each address of the machine. */
export function listenText(config: Pick<Config, 'listen'>, address: string): string {
  const listens = listensOn(config, address);
  return listens === address ? `listening on ${address}` : `listening on ${listens}, at ${address}`;
}

/** Shown at every start, because the box with the first password may have scrolled away. */
function passwordAdvice(part: Part, { admin }: Config): string {
  if (part === 'web') return 'Forgot the password? Run npm run admin:password where the API runs.';
  if (admin.password !== undefined)
    return `The password comes from ${admin.passwordFrom}. Unset it to choose one with npm run admin:password.`;
  return 'Forgot the password? Run npm run admin:password to set a new one.';
}

export function startMessage(part: Part, config: Config, address: string): string {
  const { url, name } = config.site;
  return [
    `${name} is running.`,
    '',
    ...(part === 'api' ? [] : [`  Site      ${url}/`]),
    `  Login     ${loginAddress(part, config)}`,
    ...(part === 'web' ? [] : [`  API       ${part === 'api' ? address : url}/api/docs`]),
    `  Listens   ${listensOn(config, address)}`,
    `  Version   ${softwareName(SOFTWARE)}`,
    ...(config.workers === 1 ? [] : [`  Workers   ${config.workers} processes`]),
    ...(part === 'web' ? [] : [`  Data      ${config.dataDir}`]),
    ...(part === 'web' || config.databaseUrl === undefined
      ? []
      : [`  Database  ${redactDatabaseUrl(config.databaseUrl)}`]),
    '',
    passwordAdvice(part, config),
    'Press Ctrl+C to stop.',
  ].join('\n');
}
