/** What a worker tells the primary at the end of its start. */
export type WorkerNews = { readonly listensOn: string } | { readonly failed: string };

/** What the primary tells a worker that is to shut down. */
export const STOP = 'stop';
