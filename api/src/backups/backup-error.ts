/** Something the owner can understand and put right; its message is all there is to say. */
export class BackupError extends Error {}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
