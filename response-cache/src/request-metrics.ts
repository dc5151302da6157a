import type { AppResponse } from './app-response.ts';

/** Counts values in ranges, and allocates nothing for a value. */
export function createHistogram(bounds: readonly number[]) {
  const counts = new Float64Array(bounds.length + 1);
  const histogram = {
    /** The upper bounds of all ranges but the last. */
    bounds,
    counts,
    sum: 0,
    observe(value: number): void {
      let range = 0;
      while (range < bounds.length && value > (bounds[range] ?? 0)) range += 1;
      counts[range] = (counts[range] ?? 0) + 1;
      histogram.sum += value;
    },
  };
  return histogram;
}

export type Histogram = ReturnType<typeof createHistogram>;

export const REQUEST_KINDS = [
  'page',
  'preview',
  'feed',
  'asset',
  'picture',
  'api',
  'admin_api',
  'health',
  'other',
] as const;
type RequestKind = (typeof REQUEST_KINDS)[number];

/** The first prefix that fits decides. */
const PREFIXES: readonly (readonly [prefix: string, kind: RequestKind])[] = [
  ['/api/admin/', 'admin_api'],
  ['/api/preview/', 'preview'],
  ['/api/', 'api'],
  ['/uploads/', 'picture'],
  ['/social/', 'picture'],
  ['/assets/', 'asset'],
  ['/preview/', 'preview'],
];
/** Addresses of pages have no dot. */
const FEED = /^\/[\w-]+\.(?:xml|json|txt)(?:\?|$)/;
const ASSET = /^\/[\w-]+\.(?:ico|png|svg|js|webmanifest)(?:\?|$)/;

export function kindOfRequest(url: string): RequestKind {
  for (const [prefix, kind] of PREFIXES) if (url.startsWith(prefix)) return kind;
  if (url === '/healthz' || url === '/readyz') return 'health';
  if (!url.startsWith('/')) return 'other';
  if (!url.includes('.')) return 'page';
  if (FEED.test(url)) return 'feed';
  return ASSET.test(url) ? 'asset' : 'page';
}

/** These are all statuses that we send; what a library sends besides is `other`. */
export const REQUEST_STATUSES = [
  ...['200', '201', '202', '204', '206', '301', '302', '303', '304', '308'],
  ...['400', '401', '403', '404', '405', '408', '409', '412', '413', '415', '416', '422', '429'],
  ...['431', '500', '502', '503', '507'],
  // `aborted` means that the client was gone before the response began.
  ...['aborted', 'other'],
];

const KIND_NUMBERS = Object.fromEntries(
  REQUEST_KINDS.map((kind, number) => [kind, number]),
) as Record<RequestKind, number>;
const OTHER = REQUEST_STATUSES.indexOf('other');
const ABORTED = REQUEST_STATUSES.indexOf('aborted');
const MAX_STATUS = 599;
const STATUS_NUMBERS = Uint8Array.from({ length: MAX_STATUS + 1 }, (_, status) => {
  const number = REQUEST_STATUSES.indexOf(String(status));
  return number === -1 ? OTHER : number;
});

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts in arrays of plain numbers; labels are made when somebody asks for them. */
export function createRequestMetrics() {
  const counts = REQUEST_KINDS.map(() => new Float64Array(REQUEST_STATUSES.length));
  const durations = REQUEST_KINDS.map(() => createHistogram(SECONDS));

  function count(kind: number, statusNumber: number): void {
    const ofKind = counts[kind];
    if (ofKind) ofKind[statusNumber] = (ofKind[statusNumber] ?? 0) + 1;
  }

  function add(url: string, statusNumber: number, startedAt: number): void {
    const kind = KIND_NUMBERS[kindOfRequest(url)];
    count(kind, statusNumber);
    durations[kind]?.observe((performance.now() - startedAt) / 1_000);
  }

  const metrics = {
    /** By kind and status, in the order of the lists. */
    counts,
    /** Measured in seconds, by kind. */
    durations,
    fastPath: 0,
    refusedConnections: 0,

    /** `startedAt` is a time of `performance.now()`. */
    sentFast(url: string, status: number, startedAt: number): void {
      metrics.fastPath += 1;
      add(url, STATUS_NUMBERS[status] ?? OTHER, startedAt);
    },

    /** Called for a response that is sent before there is a request. */
    sentRaw(status: number): void {
      count(KIND_NUMBERS.other, STATUS_NUMBERS[status] ?? OTHER);
    },

    /** Called without a status if the connection was closed without a response. */
    refusedConnection(status?: number): void {
      metrics.refusedConnections += 1;
      if (status !== undefined) metrics.sentRaw(status);
    },

    /** Called before the request is handled, which may change its URL. */
    watch(url: string, response: AppResponse, startedAt: number): void {
      response.once('close', () => {
        const status = response.headersSent ? STATUS_NUMBERS[response.statusCode] : ABORTED;
        add(url, status ?? OTHER, startedAt);
      });
    },
  };
  return metrics;
}

export type RequestMetrics = ReturnType<typeof createRequestMetrics>;
