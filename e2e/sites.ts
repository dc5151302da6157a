/** A site with the sample posts, one without any, one to write on, and one with a long list. */
export const SITE = 'http://localhost:3191';
export const EMPTY_SITE = 'http://localhost:3192';
export const WRITING_SITE = 'http://localhost:3193';
export const LONG_SITE = 'http://localhost:3194';

export const SITES = [SITE, EMPTY_SITE, WRITING_SITE, LONG_SITE] as const;

/** For the one that is full of what must not run; it is started by its test. */
export const HOSTILE_SITE = 'http://localhost:3195';

export const PASSWORD = 'a password for tests';

/** The variable with the beginning of their addresses in PostgreSQL; without it, they are on SQLite. */
export const POSTGRES = 'E2E_POSTGRES';

export function portOf(site: string): number {
  return Number(new URL(site).port);
}

/** The setting by which a site is on the database whose turn it is. */
export function databaseOf(site: string): Record<string, string> {
  const start = process.env[POSTGRES];
  return start ? { DATABASE_URL: `${start}${portOf(site)}` } : {};
}
