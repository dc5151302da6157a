/** Two checkouts on one machine can be tested at the same time, each with its own ports. */
const FIRST_PORT = Number(process.env.E2E_PORT ?? 3191);

function site(index: number): string {
  return `http://localhost:${FIRST_PORT + index}`;
}

/** A site with the sample posts, one without any, one to write on, and one with a long list. */
export const SITE = site(0);
export const EMPTY_SITE = site(1);
export const WRITING_SITE = site(2);
export const LONG_SITE = site(3);

export const SITES = [SITE, EMPTY_SITE, WRITING_SITE, LONG_SITE] as const;

/** For the one that is full of what must not run; it is started by its test. */
export const HOSTILE_SITE = site(4);

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
