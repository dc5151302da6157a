/**
 * A copy: a part of a text keeps the whole in memory, and a short one that is kept would keep the
 * part of the file that it was read from.
 */
export function detached(text: string): string {
  return Buffer.from(text).toString();
}
