import {
  REQUEST_KINDS,
  REQUEST_STATUSES,
  type RequestMetrics,
  type RequestQueues,
  type ResponseCache,
} from '@longhand/response-cache';
import { counter, gauge, histogram, type Metric } from './metric.ts';

type Sources = {
  readonly requests: RequestMetrics;
  readonly queues: RequestQueues;
  readonly cache: ResponseCache;
  readonly connections: ReadonlySet<unknown>;
};

/** Statuses that were never sent are left out. */
function countRequests({ counts }: RequestMetrics): Metric {
  const values = REQUEST_KINDS.flatMap((kind, number) =>
    REQUEST_STATUSES.map((status, at) => ({
      labels: { kind, status },
      value: counts[number]?.[at] ?? 0,
    })).filter(({ value }) => value > 0),
  );
  const help = 'Responses by kind of address and status.';
  return { ...counter('longhand_http_requests_total', help, 0), values };
}

function countQueues({ queues, requests }: Pick<Sources, 'queues' | 'requests'>): Metric[] {
  const states = Object.entries(queues).map(([name, queue]) => [name, queue.state()] as const);
  const by = (what: 'running' | 'waiting' | 'refused') =>
    Object.fromEntries(states.map(([name, state]) => [name, state[what]]));
  return [
    gauge('longhand_queue_running', 'Requests that are being handled, by queue.', {
      queue: by('running'),
    }),
    gauge('longhand_queue_waiting', 'Requests that wait for their turn, by queue.', {
      queue: by('waiting'),
    }),
    counter(
      'longhand_queue_refused_total',
      'Requests that were refused with 503, by queue, and connections above MAX_CONNECTIONS.',
      { queue: { ...by('refused'), connections: requests.refusedConnections } },
    ),
  ];
}

export function readRequestMetrics({ requests, queues, cache, connections }: Sources): Metric[] {
  const { fastPath } = requests;
  const { hits, misses } = cache.lookups;
  return [
    countRequests(requests),
    histogram(
      'longhand_http_request_duration_seconds',
      'Time from a request to the end of its response, by kind of address.',
      REQUEST_KINDS.flatMap((kind, number) => {
        const of = requests.durations[number];
        return of ? [{ labels: { kind }, of }] : [];
      }),
    ),
    counter(
      'longhand_http_fast_path_total',
      'Responses that were sent from the cache without routing.',
      fastPath,
    ),
    gauge('longhand_http_connections', 'Open connections.', connections.size),
    counter(
      'longhand_cache_lookups_total',
      'Responses that were looked up in the cache, by result.',
      { result: { hit: fastPath + hits, miss: misses } },
    ),
    gauge('longhand_cache_bytes', 'Memory that cached responses take.', cache.bytes),
    gauge(
      'longhand_content_revision',
      'The number of the latest change that visitors can see.',
      cache.revision ?? 0,
      'max',
    ),
    ...countQueues({ queues, requests }),
  ];
}
