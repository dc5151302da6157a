/** The message without its full stop, to be embedded into a sentence. */
export function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return reason.replace(/\.$/, '');
}

/** The message as a whole sentence. */
export function sentenceOf(error: unknown): string {
  const reason = reasonOf(error);
  return /[.?!]$/.test(reason) ? reason : `${reason}.`;
}
