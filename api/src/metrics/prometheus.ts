import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';
import type { Metric } from './metric.ts';

/** By default prom-client looks at the event loop every 10 ms, which costs an idle process CPU time. */
const EVENT_LOOP_PRECISION_MS = 50;

export function createProcessMetrics(): () => Promise<Metric[]> {
  const registry = new Registry();
  collectDefaultMetrics({
    register: registry,
    eventLoopMonitoringPrecision: EVENT_LOOP_PRECISION_MS,
  });
  // These are counted by types of Node's own objects: they are of no use, and not a fixed list.
  for (const { name } of registry.getMetricsAsArray())
    if (name.startsWith('nodejs_active_')) registry.removeSingleMetric(name);
  return async () =>
    (await registry.getMetricsAsJSON()).map((metric) => ({
      ...(metric as unknown as Metric),
      // By default the start time is left out when processes are combined.
      ...(metric.aggregator === 'omit' && { aggregator: 'min' }),
    }));
}

const toRegistry = (metrics: readonly (readonly Metric[])[]) =>
  AggregatorRegistry.aggregate([...metrics]);

/** Combines the metrics of several processes into the text that Prometheus reads. */
export async function formatMetrics(metrics: readonly (readonly Metric[])[]) {
  const registry = toRegistry(metrics);
  return { type: registry.contentType, text: await registry.metrics() };
}

export async function sumMetrics(metrics: readonly (readonly Metric[])[]): Promise<Metric[]> {
  return (await toRegistry(metrics).getMetricsAsJSON()) as unknown as Metric[];
}
