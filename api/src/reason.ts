/** What an error says, to be a part of a sentence, which ends by itself. */
export function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return reason.replace(/\.$/, '');
}
