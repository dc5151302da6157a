// Separate from the schemas, so that the browser does not load zod.

/**
 * For case-insensitive comparison. Why both: upper case alone distinguishes "ẞ" from "ss", lower case
 * alone makes "Σ" depend on its neighbours.
 */
export function foldCase(value: string): string {
  return value.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC');
}
