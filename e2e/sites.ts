import { freePort } from '../test-support/free-port.ts';

const COUNT = 4;

/** Chosen by the first process that asks; the others get them by the environment. */
process.env.E2E_PORTS ??= String(await Promise.all(Array.from({ length: COUNT }, freePort)));

/** A site with the sample posts, one without any, one to write on, and one with a long list. */
export const [SITE, EMPTY_SITE, WRITING_SITE, LONG_SITE] = process.env.E2E_PORTS.split(',').map(
  (port) => `http://localhost:${port}`,
) as [string, string, string, string];

export const SITES = [SITE, EMPTY_SITE, WRITING_SITE, LONG_SITE] as const;

export const PASSWORD = 'a password for tests';

/** The variable with the beginning of their addresses in PostgreSQL; without it, they are on SQLite. */
export const POSTGRES = 'E2E_POSTGRES';

export function portOf(address: string): number {
  return Number(new URL(address).port);
}

/** The setting by which a site is on the database whose turn it is. */
export function databaseOf(address: string): Record<string, string> {
  const start = process.env[POSTGRES];
  return start ? { DATABASE_URL: `${start}${portOf(address)}` } : {};
}
