/** How long requests may take to finish once it is told to stop. */
export const CLOSE_WITHIN_MS = 10_000;
