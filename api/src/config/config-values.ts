import { isIP } from 'node:net';
import { z } from 'zod';

/** @fastify/proxy-addr accepts these names besides addresses. */
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

const UNITS_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
type Unit = keyof typeof UNITS_MS;

function isNetwork(value: string): boolean {
  const [address = '', prefix, ...rest] = value.split('/');
  const version = isIP(address);
  if (rest.length > 0 || version === 0) return NAMED_NETWORKS.includes(value);
  return (
    prefix === undefined ||
    (/^[1-9]\d*$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
  );
}

/** A URL may have ; , ' and * in its host, which mean something else in a Content-Security-Policy. */
const ORIGIN = /^https?:\/\/([\w.-]+|\[[\da-f:]+\])(:\d+)?$/;

function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && ORIGIN.test(url.origin) && url.href === `${url.origin}/`;
}

export function list(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

export function wholeNumber(min: number, max: number, fallback: string) {
  const schema = z
    .string()
    .regex(/^\d{1,7}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max);
  return { schema, fallback, rule: `must be a whole number from ${min} to ${max}` };
}

export const backupEvery = z
  .string()
  .regex(/^[1-9]\d{0,3}[mhd]$/)
  .transform((value) => Number.parseInt(value, 10) * UNITS_MS[value.at(-1) as Unit]);
export const origin = z
  .string()
  .refine(isOrigin)
  .transform((value) => new URL(value).origin);
export const webAddress = z.url({ protocol: /^https?$/ });
export const DATABASE_ADDRESS =
  'an address like postgres://user:password@host/database, with @ / # ? % in the password written as %40 %2F %23 %3F %25';
export const databaseAddress = z
  .url({ protocol: /^postgres(ql)?$/ })
  // Messages show the part after the host: it must not contain a part of the password.
  .regex(/^\w+:\/\/[^/?#]*(\/[^@/?#]*)?(\?[^@#]*)?$/);
export const trustProxy = z.union([
  z.enum(['true', 'false']).transform((value) => value === 'true'),
  z
    .string()
    .transform(list)
    .refine((networks) => networks.length > 0 && networks.every(isNetwork)),
]);

export const bucket = z.string().regex(/^[A-Za-z0-9][\w.-]{1,61}[A-Za-z0-9]$/);
export const prefix = z
  .string()
  .regex(/^(?!\.{1,2}(\/|$))[\w.-]+(\/(?!\.{1,2}(\/|$))[\w.-]+)*\/?$/)
  .max(200)
  .transform((value) => value.replace(/\/?$/, '/'));

/** Undefined for what is not set. */
export type Environment = Readonly<Record<string, string | undefined>>;
