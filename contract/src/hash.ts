/** This is FNV-1a, which is not for secrets. */
export function hash(text: string): number {
  let value = 2166136261;
  for (const character of text) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 16777619);
  }
  return value >>> 0;
}

/** The text has eight hexadecimal digits. */
export function shortHash(text: string): string {
  return hash(text).toString(16).padStart(8, '0');
}
