/** A site with the sample posts, one without any, one to write on, and one with a long list. */
export const SITE = 'http://localhost:3191';
export const EMPTY_SITE = 'http://localhost:3192';
export const WRITING_SITE = 'http://localhost:3193';
export const LONG_SITE = 'http://localhost:3194';

export const SITES = [SITE, EMPTY_SITE, WRITING_SITE, LONG_SITE] as const;

/** The variable with an address in PostgreSQL for each of them; without it, they are on SQLite. */
export const DATABASES = 'E2E_DATABASES';

export const PASSWORD = 'a password for tests';

/** For the one that is full of what must not run; it is started by its test. */
export const HOSTILE_PORT = 3195;
