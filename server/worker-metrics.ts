import type { Metric } from '@longhand/api/metrics';
import { COLLECT_METRICS, type MetricsOfAll, type WorkerMessage } from './worker-messages.ts';

/** Longer than the primary waits for its workers. */
const TIMEOUT_MS = 4_000;

function sendToPrimary(message: WorkerMessage): void {
  // The primary may have ended: then so will this process.
  process.send?.(message, () => {});
}

/** In a worker: gives its metrics to the primary, and returns how to get those of all workers. */
export function shareMetrics(read: () => Promise<readonly Metric[]>) {
  process.on('message', async (message) => {
    if (message === COLLECT_METRICS) sendToPrimary({ metrics: await read() });
  });

  return async function readAll(): Promise<MetricsOfAll['metricsOfAll']> {
    const { promise, resolve, reject } = Promise.withResolvers<MetricsOfAll['metricsOfAll']>();
    const onMessage = (message: string | MetricsOfAll) => {
      if (typeof message === 'object') resolve(message.metricsOfAll);
    };
    const timer = setTimeout(
      () => reject(new Error('The primary process did not send the metrics in time.')),
      TIMEOUT_MS,
    );
    process.on('message', onMessage);
    sendToPrimary({ asksForMetrics: true });
    return promise.finally(() => {
      clearTimeout(timer);
      process.off('message', onMessage);
    });
  };
}
