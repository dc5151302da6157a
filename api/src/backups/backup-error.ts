export { reasonOf } from '../reason.ts';

/** Its message is written for the owner and is shown without a stack. */
export class BackupError extends Error {}
