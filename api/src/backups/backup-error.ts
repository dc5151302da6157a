/** Something the owner can understand and put right; its message is all there is to say. */
export class BackupError extends Error {}

/** To be a part of a sentence, which ends by itself. */
export function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return reason.replace(/\.$/, '');
}
