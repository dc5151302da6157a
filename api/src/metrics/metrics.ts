import type { Metric } from './metric.ts';

/** Counting is slow, so a scrape soon after another gets the same numbers. */
const COUNTED_AGAIN_AFTER_MS = 5_000;
/** Prometheus gives up after ten seconds. */
const COUNT_TIMEOUT_MS = 3_000;

type CountBlog = () => Promise<readonly Metric[]>;

/** Empty if it fails or takes too long. */
async function countOrNone(count: CountBlog): Promise<readonly Metric[]> {
  const { promise: none, resolve } = Promise.withResolvers<readonly Metric[]>();
  const timer = setTimeout(resolve, COUNT_TIMEOUT_MS, []);
  return Promise.race([count().catch(() => []), none]).finally(() => clearTimeout(timer));
}

export function createMetrics(processMetrics: () => Promise<readonly Metric[]>) {
  const ofProcess: (() => readonly Metric[])[] = [];
  const ofBlog: CountBlog[] = [];
  let counted: { readonly at: number; readonly metrics: Promise<Metric[]> } | undefined;

  async function countBlog(): Promise<Metric[]> {
    return (await Promise.all(ofBlog.map(countOrNone))).flat();
  }

  return {
    /** Adds metrics that each process counts for itself. */
    addProcess(read: () => readonly Metric[]): void {
      ofProcess.push(read);
    },

    /** Adds metrics that are the same in all processes. */
    addBlog(count: CountBlog): void {
      ofBlog.push(count);
    },

    async readProcess(): Promise<Metric[]> {
      return [...ofProcess.flatMap((read) => read()), ...(await processMetrics())];
    },

    readBlog(): Promise<Metric[]> {
      const now = performance.now();
      if (!counted || now - counted.at > COUNTED_AGAIN_AFTER_MS)
        counted = { at: now, metrics: countBlog() };
      return counted.metrics;
    },
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

/** Kept of a process that has ended: without it, counters would go back. */
export async function sumOfCounters(processes: readonly (readonly Metric[])[]): Promise<Metric[]> {
  const { sumMetrics } = await import('./prometheus.ts');
  const isCounted = ({ type }: Metric) => type === 'counter' || type === 'histogram';
  return sumMetrics(processes.map((metrics) => metrics.filter(isCounted)));
}

/** prom-client is loaded only where metrics are turned on. */
export async function startMetrics(): Promise<Metrics> {
  const { createProcessMetrics } = await import('./prometheus.ts');
  return createMetrics(createProcessMetrics());
}
