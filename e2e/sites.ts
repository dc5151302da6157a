/** A site with the sample posts, one without any, and one to write on. */
export const SITE = 'http://localhost:3191';
export const EMPTY_SITE = 'http://localhost:3192';
export const WRITING_SITE = 'http://localhost:3193';

export const PASSWORD = 'a password for tests';
