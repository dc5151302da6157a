import type { Worker } from 'node:cluster';
import { type Metric, sumOfCounters } from '@longhand/api/metrics';
import {
  COLLECT_METRICS,
  type MetricsOfAll,
  sendToPrimary,
  type WorkerMessage,
} from './worker-messages.ts';

/** A worker that does not respond in time counts with its last response. */
const WORKER_TIMEOUT_MS = 2_000;

async function collectFrom(worker: Worker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const onMessage = (message: WorkerMessage) => {
    if ('metrics' in message) resolve();
  };
  const timer = setTimeout(resolve, WORKER_TIMEOUT_MS);
  worker.on('message', onMessage);
  worker.send(COLLECT_METRICS, (error) => {
    if (error) resolve();
  });
  await promise;
  clearTimeout(timer);
  worker.off('message', onMessage);
}

/** Runs in the primary. Each worker can ask it for the metrics of all. */
export function createMetricsAggregator() {
  const latest = new Map<Worker, readonly Metric[]>();
  /** Has the metrics of workers that have ended. */
  let ended: Promise<readonly Metric[]> = Promise.resolve([]);

  function addToEnded(metrics: readonly Metric[]): void {
    const before = ended;
    ended = before.then((sum) => sumOfCounters([sum, metrics])).catch(() => before);
  }

  async function sendAllTo(worker: Worker): Promise<void> {
    await Promise.all([...latest.keys()].map(collectFrom));
    const message: MetricsOfAll = { metricsOfAll: [...latest.values(), await ended] };
    worker.send(message, () => {});
  }

  return {
    add(worker: Worker): void {
      latest.set(worker, []);
      worker.on('message', (message: WorkerMessage) => {
        if ('metrics' in message && latest.has(worker)) latest.set(worker, message.metrics);
        if ('asksForMetrics' in message) void sendAllTo(worker);
      });
      worker.on('exit', () => {
        const metrics = latest.get(worker) ?? [];
        latest.delete(worker);
        if (metrics.length > 0) addToEnded(metrics);
      });
    },
  };
}

export type MetricsAggregator = ReturnType<typeof createMetricsAggregator>;

/** Longer than the primary waits for its workers. */
const PRIMARY_TIMEOUT_MS = 4_000;

/** Runs in a worker: gives its metrics to the primary, and returns a function that reads those of all workers. */
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
      PRIMARY_TIMEOUT_MS,
    );
    process.on('message', onMessage);
    sendToPrimary({ asksForMetrics: true });
    return promise.finally(() => {
      clearTimeout(timer);
      process.off('message', onMessage);
    });
  };
}
