import { freePort } from '../test-support/free-port.ts';

const COUNT = 5;

/** Chosen by the first process and passed on to the workers by the environment. */
process.env.E2E_PORTS ??= String(await Promise.all(Array.from({ length: COUNT }, freePort)));

/**
 * With sample posts, without posts, for tests that write, with a long list and a time zone, and for
 * tests that change what is on every page.
 */
export const [SITE, EMPTY_SITE, WRITING_SITE, LONG_SITE, CHANGING_SITE] =
  process.env.E2E_PORTS.split(',').map((port) => `http://localhost:${port}`) as [
    string,
    string,
    string,
    string,
    string,
  ];

export const SITES = [SITE, EMPTY_SITE, WRITING_SITE, LONG_SITE, CHANGING_SITE] as const;

export const PASSWORD = 'a password for tests';

/** The prefix of the sites' PostgreSQL URLs; without it they use SQLite. */
export const POSTGRES = 'E2E_POSTGRES';

export function portOf(address: string): number {
  return Number(new URL(address).port);
}

export function databaseOf(address: string): Record<string, string> {
  const prefix = process.env[POSTGRES];
  return prefix ? { DATABASE_URL: `${prefix}${portOf(address)}` } : {};
}
