/** What a worker tells the primary: at the end of its start, and while it shuts down. */
export type WorkerMessage =
  | { readonly listensOn: string }
  | { readonly failed: string }
  | { readonly hasStoppedListening: true };

/** What the primary tells workers that are to shut down: to begin, and that nobody listens any more. */
export const STOP = 'stop';
export const ALL_STOPPED_LISTENING = 'nobody listens';
