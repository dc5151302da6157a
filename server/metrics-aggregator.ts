import type { Worker } from 'node:cluster';
import { type Metric, sumOfCounters } from '@longhand/api/metrics';
import { COLLECT_METRICS, type MetricsOfAll, type WorkerMessage } from './worker-messages.ts';

/** A worker that does not respond in time counts with what it said last. */
const TIMEOUT_MS = 2_000;

async function collectFrom(worker: Worker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const onMessage = (message: WorkerMessage) => {
    if ('metrics' in message) resolve();
  };
  const timer = setTimeout(resolve, TIMEOUT_MS);
  worker.on('message', onMessage);
  worker.send(COLLECT_METRICS, (error) => {
    if (error) resolve();
  });
  await promise;
  clearTimeout(timer);
  worker.off('message', onMessage);
}

/** In the primary: each worker can be asked for the metrics of all. */
export function createMetricsAggregator() {
  const latest = new Map<Worker, readonly Metric[]>();
  /** Of workers that have ended. */
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
