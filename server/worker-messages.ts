/**
 * What a worker tells the primary: at the end of its start, when it has said goodbye, and how many
 * connections it has taken until then.
 */
export type WorkerNews =
  | { readonly listensOn: string }
  | { readonly failed: string }
  | { readonly saidGoodbye: true }
  | { readonly taken: number };

/**
 * What the primary says to a worker when it is to end: first to say goodbye to everybody, then that
 * the last connections are coming, then that there are no more.
 */
export const STOP = 'stop';
export const LAST_CONNECTIONS = 'last connections';
export const NO_MORE = 'no more';
