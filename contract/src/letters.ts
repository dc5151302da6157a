// Separate from the schemas, so that the browser does not load zod.

/**
 * Letters that need higher lines than Latin ones and no space between them: from Hebrew to Khmer, and
 * those of East Asia. Spacing would break the joints of Arabic.
 */
const TALL = /[\u0590-\u1cff\u2e80-\ud7ff\uf900-\ufdff\ufe70-\ufefc]/;

export function hasTallLetters(text: string): boolean {
  return TALL.test(text);
}
