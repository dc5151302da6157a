import { domainToASCII } from 'node:url';
import { emailKey } from '@longhand/contract/newsletter/email-address';
import { z } from 'zod';
import type { Environment } from './config-values.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: a line break would begin another header
const CONTROL = /[\u0000-\u001f\u007f]/;

export type LoginServer = {
  readonly host: string;
  readonly port: number;
  /** True if TLS starts with the first byte. */
  readonly secure: boolean;
  readonly login?: { readonly user: string; readonly password: string };
};

export type Mailbox = { readonly name: string; readonly address: string };

type Protocol = { readonly secure: boolean; readonly port: number };

function decode(text: string): string | null {
  try {
    const decoded = decodeURIComponent(text);
    return CONTROL.test(decoded) ? null : decoded;
  } catch {
    return null;
  }
}

/** Null without a user; undefined if there is a mistake. */
function loginOf(url: URL) {
  if (url.username === '' && url.password === '') return null;
  const [user, password] = [decode(url.username), decode(url.password)];
  return user && password ? { user, password } : undefined;
}

/** URLs of these protocols keep the host as it was written. */
function hostOf(url: URL): string {
  if (url.hostname.startsWith('[')) return url.hostname.slice(1, -1);
  return domainToASCII(decode(url.hostname) ?? '');
}

function parseServer(
  protocols: Readonly<Record<string, Protocol>>,
  value: string,
): LoginServer | undefined {
  const url = URL.parse(value);
  const protocol = url && protocols[url.protocol];
  if (!url || !protocol || !/^\/?$/.test(url.pathname) || url.search || url.hash) return undefined;
  const [host, login] = [hostOf(url), loginOf(url)];
  const port = url.port === '' ? protocol.port : Number(url.port);
  if (host === '' || port === 0 || login === undefined) return undefined;
  return Object.freeze({ host, port, secure: protocol.secure, ...(login && { login }) });
}

function serverAddress(protocols: Readonly<Record<string, Protocol>>) {
  return z.string().transform((value, context) => {
    const server = parseServer(protocols, value);
    if (!server) context.addIssue('');
    return server as LoginServer;
  });
}

const ENCODED = 'with @ / # ? % in the password written as %40 %2F %23 %3F %25';

export const smtpAddress = serverAddress({
  'smtp:': { secure: false, port: 587 },
  'smtps:': { secure: true, port: 465 },
});
export const SMTP_ADDRESS = `smtp://user:password@host:587 or smtps://user:password@host:465, ${ENCODED}`;

export const imapAddress = serverAddress({
  'imap:': { secure: false, port: 143 },
  'imaps:': { secure: true, port: 993 },
}).refine((server) => server.login !== undefined);
export const IMAP_ADDRESS = `imaps://user:password@host or imap://user:password@host, ${ENCODED}`;

/** The name of a machine in the same network has no dot. */
function isAddress(address: string): boolean {
  const isMachine = !address.includes('.', address.lastIndexOf('@'));
  return emailKey(isMachine ? `${address}.local` : address) !== null;
}

/** Accepts an address, or `Name <address>`. */
function parseMailbox(value: string): Mailbox | undefined {
  const [, written = '', inBrackets] = /^([^<>]*)<([^<>]*)>$/.exec(value.trim()) ?? [];
  const address = (inBrackets ?? value).trim();
  const name = written
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replaceAll(/\\(.)/g, '$1');
  return !CONTROL.test(name) && isAddress(address) ? Object.freeze({ name, address }) : undefined;
}

export const mailbox = z.string().transform((value, context) => {
  const parsed = parseMailbox(value);
  if (!parsed) context.addIssue('');
  return parsed as Mailbox;
});

const REQUIRED = ['SMTP_URL', 'MAIL_FROM'] as const;

export function findMissingMailSettings(env: Environment) {
  const missing = REQUIRED.filter((name) => !env[name]);
  if (missing.length === REQUIRED.length) return [];
  return missing.map(
    (name) => `${name} is missing: ${REQUIRED.join(' and ')} must be set together, or not at all.`,
  );
}

type Settings = {
  readonly SMTP_URL?: LoginServer | undefined;
  readonly MAIL_FROM?: Mailbox | undefined;
  readonly MAIL_CONNECTIONS: number;
  readonly MAIL_PER_MINUTE?: number | undefined;
};

/** Null if mail is not set up. */
export function mailOf(settings: Settings) {
  const { SMTP_URL: server, MAIL_FROM: from } = settings;
  if (!server || !from) return null;
  const { MAIL_CONNECTIONS: connections, MAIL_PER_MINUTE: perMinute } = settings;
  return Object.freeze({ server, from, connections, perMinute });
}

export type MailConfig = NonNullable<ReturnType<typeof mailOf>>;
