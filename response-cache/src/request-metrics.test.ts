import { expect, test } from 'vitest';
import {
  createHistogram,
  createRequestMetrics,
  kindOfRequest,
  REQUEST_KINDS,
  REQUEST_STATUSES,
} from './request-metrics.ts';

test.each([
  ['/', 'page'],
  ['/blog/a-post?utm_source=v1.2', 'page'],
  ['/feedback', 'page'],
  ['/admin/posts/new', 'page'],
  ['/.well-known/acme', 'page'],
  ['/feed.xml?tag=a', 'feed'],
  ['/feed.json', 'feed'],
  ['/sitemap-2.xml', 'feed'],
  ['/robots.txt', 'feed'],
  ['/assets/a-b1c2.js', 'asset'],
  ['/favicon.ico', 'asset'],
  ['/service-worker.js', 'asset'],
  ['/uploads/a.jpg?w=400', 'picture'],
  ['/social/a-post.png', 'picture'],
  ['/api/posts', 'api'],
  ['/api/admin/posts', 'admin_api'],
  ['/preview/secret', 'preview'],
  ['/api/preview/secret', 'preview'],
  ['/healthz', 'health'],
  ['http://elsewhere/', 'other'],
  ['*', 'other'],
])('%s is a request of the kind %s', (url, kind) => {
  expect(kindOfRequest(url)).toBe(kind);
});

test('a value is counted in the first range that it fits into', () => {
  const histogram = createHistogram([1, 2, 5]);
  for (const value of [0, 1, 1.5, 5, 6, 600]) histogram.observe(value);
  expect([...histogram.counts]).toEqual([2, 1, 1, 2]);
  expect(histogram.sum).toBe(613.5);
});

test('what is refused before there is a request is counted, without a duration', () => {
  const metrics = createRequestMetrics();
  metrics.sentRaw(400);
  metrics.refusedConnection(503);
  metrics.refusedConnection();
  const other = REQUEST_KINDS.indexOf('other');
  const counted = (status: string) => metrics.counts[other]?.[REQUEST_STATUSES.indexOf(status)];
  expect([counted('400'), counted('503'), metrics.refusedConnections]).toEqual([1, 1, 2]);
  expect(metrics.durations[other]?.counts.every((count) => count === 0)).toBe(true);
});
