/** What an error says, whatever was thrown, as a part of a sentence, which ends by itself. */
export function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return reason.replace(/\.$/, '');
}
