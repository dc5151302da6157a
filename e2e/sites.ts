/** A site with the sample posts, one without any, one to write on, and one with a long list. */
export const SITE = 'http://localhost:3191';
export const EMPTY_SITE = 'http://localhost:3192';
export const WRITING_SITE = 'http://localhost:3193';
export const LONG_SITE = 'http://localhost:3194';

export const PASSWORD = 'a password for tests';

/** For the one that is full of what must not run; it is started by its test. */
export const HOSTILE_PORT = 3195;
