/** What a worker tells the primary at the end of its start. */
export type WorkerNews = { readonly listensOn: string } | { readonly failed: string };

/** The primary's only word to a worker. */
export const STOP = 'stop';
