/** From a worker to the primary. */
export type WorkerMessage =
  | { readonly listensOn: string }
  | { readonly failed: string }
  | { readonly hasStoppedListening: true };

/** From the primary to its workers. */
export const STOP = 'stop';
export const ALL_STOPPED_LISTENING = 'all stopped listening';
