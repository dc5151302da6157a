/** Leaves out the full stop, so that the message can be embedded into a sentence. */
export function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return reason.replace(/\.$/, '');
}

export function sentenceOf(error: unknown): string {
  const reason = reasonOf(error);
  return /[.?!]$/.test(reason) ? reason : `${reason}.`;
}
