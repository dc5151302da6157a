// Separate from the schemas, so that the browser does not load zod.

export const MAX_SLUG_LENGTH = 80;

export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** PostgreSQL cannot store null bytes and lone surrogates, nor compare with them. */
export function isStorable(value: string): boolean {
  // isWellFormed is not used, because older browsers lack it.
  return !value.includes('\0') && !/\p{Surrogate}/u.test(value);
}

/**
 * These letters need higher lines than Latin ones and no space between them: from Hebrew to Khmer, and those of East
 * Asia. Spacing would break the joints of Arabic.
 */
const TALL = /[\u0590-\u1cff\u2e80-\ud7ff\uf900-\ufdff\ufe70-\ufefc]/;

export function hasTallLetters(text: string): boolean {
  return TALL.test(text);
}

/**
 * For case-insensitive comparison. Why both: upper case alone distinguishes "ẞ" from "ss", lower case
 * alone makes "Σ" depend on its neighbours.
 */
export function foldCase(value: string): string {
  return value.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC');
}
