/** Without what a database cannot store: null bytes and halves of characters. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** That turn the text around them. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

/** In one line, without control characters. */
export function toLine(text: string): string {
  return storable(text)
    .replace(DIRECTIONS, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}
