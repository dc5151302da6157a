/** The message without its full stop, to be embedded into a sentence. */
export function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return reason.replace(/\.$/, '');
}
