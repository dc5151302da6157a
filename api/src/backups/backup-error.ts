export { reasonOf } from '../reason.ts';

/** Something the owner can understand and put right; its message is all there is to say. */
export class BackupError extends Error {}
