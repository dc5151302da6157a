/** What the doctor looks for, for who wants to look for it after every step of a trial. */

export { findIntegrityErrors } from '../database/integrity-check.ts';
export { openDatabaseReadOnly } from '../database/read-only.ts';
export { POST_CHECKS } from '../posts/check-posts.ts';
