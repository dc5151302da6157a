// Separate from the schemas, so that the browser does not load zod.

/** What arrives within the time that the server gives a request. */
export const MAX_IMPORT_MB = 500;
