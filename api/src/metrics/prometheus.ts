import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';
import type { Metric } from './metric.ts';

/** prom-client looks at the event loop every 10 ms, which an idle process would notice. */
const EVENT_LOOP_PRECISION_MS = 50;

/** Memory, CPU time, garbage collection and event loop of this process. */
export function createProcessMetrics(): () => Promise<Metric[]> {
  const registry = new Registry();
  collectDefaultMetrics({
    register: registry,
    eventLoopMonitoringPrecision: EVENT_LOOP_PRECISION_MS,
  });
  // By types of Node's own objects: of no use, and not a fixed list.
  for (const { name } of registry.getMetricsAsArray())
    if (name.startsWith('nodejs_active_')) registry.removeSingleMetric(name);
  return async () =>
    (await registry.getMetricsAsJSON()).map((metric) => ({
      ...(metric as unknown as Metric),
      // By default the start time is left out.
      ...(metric.aggregator === 'omit' && { aggregator: 'min' }),
    }));
}

const toRegistry = (metrics: readonly (readonly Metric[])[]) =>
  AggregatorRegistry.aggregate([...metrics]);

/** The metrics of several processes as the text that Prometheus reads. */
export async function formatMetrics(metrics: readonly (readonly Metric[])[]) {
  const registry = toRegistry(metrics);
  return { type: registry.contentType, text: await registry.metrics() };
}

/** The same as data. */
export async function sumMetrics(metrics: readonly (readonly Metric[])[]): Promise<Metric[]> {
  return (await toRegistry(metrics).getMetricsAsJSON()) as unknown as Metric[];
}
