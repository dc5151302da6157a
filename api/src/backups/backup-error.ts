export { reasonOf } from '../reason.ts';

/** The message is written for the owner and shown without a stack. */
export class BackupError extends Error {}
