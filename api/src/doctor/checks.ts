/** The doctor's checks, for tests that run them repeatedly. */

export { findIntegrityErrors } from '../database/integrity-check.ts';
export { openDatabaseReadOnly } from '../database/read-only.ts';
export { PAGE_CHECKS } from '../pages/check-pages.ts';
export { POST_CHECKS } from '../posts/check-posts.ts';
