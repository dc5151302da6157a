import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { createHistogram } from '@longhand/response-cache';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createMetricsCheck } from './endpoint.ts';
import { counter, gauge, histogram, type Metric } from './metric.ts';
import { createMetrics, sumOfCounters } from './metrics.ts';
import { formatMetrics } from './prometheus.ts';
import { readServiceMetrics } from './service-metrics.ts';

const TOKEN = 'a-token-of-some-length';

function isAsked(url: string, authorization?: string, method = 'GET'): boolean {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { url, method, headers: authorization ? { authorization } : {} });
  return createMetricsCheck(TOKEN)(request);
}

test('only GET /metrics with the token asks for metrics', () => {
  const right = `Bearer ${TOKEN}`;
  expect(isAsked('/metrics', right)).toBe(true);
  expect(isAsked('/metrics?name=a', right)).toBe(true);
  expect(isAsked('/metrics')).toBe(false);
  expect(isAsked('/metrics', `${right}x`)).toBe(false);
  expect(isAsked('/metrics', right.slice(0, -1))).toBe(false);
  expect(isAsked('/metrics', `Basic ${TOKEN}`)).toBe(false);
  expect(isAsked('/metrics', right, 'POST')).toBe(false);
  expect(isAsked('/metrics', right, 'HEAD')).toBe(false);
  expect(isAsked('/metrics2', right)).toBe(false);
  expect(isAsked('/metrics/', right)).toBe(false);
  expect(isAsked('/', right)).toBe(false);
});

function example(requests: number, last: number): Metric[] {
  const of = createHistogram([0.1, 1]);
  for (let n = 0; n < requests; n += 1) of.observe(0.5);
  return [
    counter('longhand_examples_total', 'Examples.', { kind: { a: requests, b: undefined } }),
    gauge('longhand_last_seconds', 'The last one.', last, 'max'),
    histogram('longhand_example_duration_seconds', 'Time.', [{ labels: { kind: 'a' }, of }]),
  ];
}

test('the metrics of several processes become one text', async () => {
  const { type, text } = await formatMetrics([example(1, 5), example(2, 3)]);
  expect(type).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(text).toBe(`# HELP longhand_examples_total Examples.
# TYPE longhand_examples_total counter
longhand_examples_total{kind="a"} 3

# HELP longhand_last_seconds The last one.
# TYPE longhand_last_seconds gauge
longhand_last_seconds 5

# HELP longhand_example_duration_seconds Time.
# TYPE longhand_example_duration_seconds histogram
longhand_example_duration_seconds_bucket{kind="a",le="0.1"} 0
longhand_example_duration_seconds_bucket{kind="a",le="1"} 3
longhand_example_duration_seconds_bucket{kind="a",le="+Inf"} 3
longhand_example_duration_seconds_sum{kind="a"} 1.5
longhand_example_duration_seconds_count{kind="a"} 3
`);
});

test('of processes that have ended only what was counted stays', async () => {
  const left = await sumOfCounters([example(1, 5), example(2, 3)]);
  const { text } = await formatMetrics([left, example(1, 1)]);
  expect(text).toContain('longhand_examples_total{kind="a"} 4\n');
  expect(text).toContain('longhand_example_duration_seconds_count{kind="a"} 4\n');
  expect(text).toContain('longhand_last_seconds 1\n');
});

test('what is counted in the database is counted once in five seconds, and left out if it fails or takes too long', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const metrics = createMetrics(async () => []);
  const counted = vi.fn(async () => [gauge('longhand_sessions', 'Sessions.', 1)]);
  metrics.addBlog(counted);
  metrics.addBlog(async () => {
    throw new Error('no database');
  });
  metrics.addBlog(() => new Promise(() => {}));
  const first = metrics.readBlog();
  await vi.advanceTimersByTimeAsync(3_000);
  expect((await first).map(({ name }) => name)).toEqual(['longhand_sessions']);
  await metrics.readBlog();
  expect(counted).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(3_000);
  void metrics.readBlog();
  expect(counted).toHaveBeenCalledTimes(2);
});

test('mails are counted from 0, also while mail is not set up', () => {
  const state = () => ({ running: 0, waiting: 0, done: 0, failed: 0, refused: 0 });
  const metrics = readServiceMetrics({ jobs: () => [], worker: { state }, mailer: null });
  const mails = metrics.find(({ name }) => name === 'longhand_mails_total');
  expect(mails?.values).toContainEqual({ labels: { result: 'sent' }, value: 0 });
});
