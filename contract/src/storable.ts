// Separate from the schemas, so that the browser does not load zod.

/** PostgreSQL cannot store null bytes and lone surrogates, nor compare with them. */
export function isStorable(value: string): boolean {
  // Not isWellFormed: older browsers lack it.
  return !value.includes('\0') && !/\p{Surrogate}/u.test(value);
}
