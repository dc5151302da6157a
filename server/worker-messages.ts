import type { Metric } from '@longhand/api/metrics';

/** From a worker to the primary. */
export type WorkerMessage =
  | { readonly listensOn: string }
  | { readonly failed: string }
  | { readonly hasStoppedListening: true }
  | { readonly asksForMetrics: true }
  | { readonly metrics: readonly Metric[] };

/** From the primary to its workers. */
export const STOP = 'stop';
export const ALL_STOPPED_LISTENING = 'all stopped listening';
export const COLLECT_METRICS = 'collect metrics';
export type MetricsOfAll = { readonly metricsOfAll: readonly (readonly Metric[])[] };
