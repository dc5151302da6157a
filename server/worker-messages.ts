import type { Metric } from '@longhand/api/metrics';

/** Sent from a worker to the primary. */
export type WorkerMessage =
  | { readonly listensOn: string }
  | { readonly failed: string }
  | { readonly hasStoppedListening: true }
  | { readonly asksForMetrics: true }
  | { readonly metrics: readonly Metric[] };

/** Sent from the primary to its workers. */
export const STOP = 'stop';
export const ALL_STOPPED_LISTENING = 'all stopped listening';
export const COLLECT_METRICS = 'collect metrics';
export type MetricsOfAll = { readonly metricsOfAll: readonly (readonly Metric[])[] };

/** Failures are ignored: the primary may have ended, and then this process ends, too. */
export function sendToPrimary(message: WorkerMessage, sent = () => {}): void {
  process.send?.(message, sent);
}
