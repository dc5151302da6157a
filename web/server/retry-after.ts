/** For whoever gets nothing because the API is away. */
export const RETRY_AFTER_SECONDS = '5';
