/** A site with the sample posts, and one without any. */
export const SITE = 'http://localhost:3191';
export const EMPTY_SITE = 'http://localhost:3192';
