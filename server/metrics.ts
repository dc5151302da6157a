import cluster from 'node:cluster';
import type { Socket } from 'node:net';
import type { Config } from '@longhand/api/config';
import { createDatabaseActivity } from '@longhand/api/database';
import {
  createMetricsCheck,
  createMetricsResponse,
  gauge,
  histogram,
  readDatabaseMetrics,
  readRequestMetrics,
  startMetrics,
} from '@longhand/api/metrics';
import { SOFTWARE } from '@longhand/api/software-version';
import {
  createHistogram,
  createRequestMetrics,
  createRequestQueues,
  type ResponseCache,
  securityHeaders,
} from '@longhand/response-cache';
import type { Logger } from 'pino';
import { shareMetrics } from './worker-metrics.ts';

const RENDER_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

const INFO = {
  ...gauge('longhand_build_info', 'The version and commit that run.', 1, 'first'),
  values: [
    { labels: { version: SOFTWARE.version, commit: SOFTWARE.commit ?? 'unknown' }, value: 1 },
  ],
};

type Served = { readonly cache: ResponseCache; readonly connections: ReadonlySet<Socket> };

/** Undefined if metrics are not set up. */
export async function createServerMetrics(config: Config, logger: Logger) {
  if (config.metricsToken === undefined) return undefined;
  const metrics = await startMetrics();
  const requests = createRequestMetrics();
  const queues = createRequestQueues();
  const { addProcess, readProcess, readBlog } = metrics;
  addProcess(() => [INFO]);
  const readAll = cluster.isWorker ? shareMetrics(readProcess) : async () => [await readProcess()];

  return {
    ...metrics,
    requests,
    queues,
    isAsked: createMetricsCheck(config.metricsToken),
    respond: createMetricsResponse({
      defaultHeaders: securityHeaders(config.site.url),
      read: async () => [...(await readAll()), await readBlog()],
      onError: (err) => logger.error({ err }, 'the metrics could not be read'),
    }),

    watch(served: Served): void {
      addProcess(() => readRequestMetrics({ requests, queues, ...served }));
    },

    watchDatabase() {
      const activity = createDatabaseActivity();
      addProcess(() => readDatabaseMetrics(activity));
      return activity;
    },

    watchRenders(): (ms: number) => void {
      const of = createHistogram(RENDER_SECONDS);
      addProcess(() => [
        histogram('longhand_page_render_duration_seconds', 'Time that rendering a page took.', [
          { of },
        ]),
      ]);
      return (ms) => of.observe(ms / 1_000);
    },
  };
}

export type ServerMetrics = NonNullable<Awaited<ReturnType<typeof createServerMetrics>>>;
