// Separate from the schemas, so that the browser does not load zod.

/** Below `/api`. */
export const VIEWS_CALL = '/views';
