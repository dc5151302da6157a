/** What an error says, whatever was thrown; for a sentence that goes on after it. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
