import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRequestQueue, type RequestQueue } from './request-queue.ts';

/** More turns than the queue waits before it starts the next request. */
async function waitForQueue(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await nextTurn();
}

function createClients(queue: RequestQueue) {
  const log: string[] = [];
  const gone = new Set<string>();
  const send = (name: string) =>
    queue.add({
      start: () => log.push(`${name} started`),
      refuse: () => log.push(`${name} refused`),
      isGone: () => gone.has(name),
    });
  return { log, gone, send };
}

test('requests up to the concurrency limit start, some more are queued in order, the rest are refused', async () => {
  const queue = createRequestQueue({ concurrency: 1, maxQueued: 2, timeoutMs: 1_000 });
  const { log, send } = createClients(queue);
  for (const name of ['a', 'b', 'c', 'd']) send(name);
  expect(log).toEqual(['a started', 'd refused']);
  expect(queue.state()).toEqual({ running: 1, waiting: 2, refused: 1 });
  queue.release();
  await waitForQueue();
  queue.release();
  // A slot is free, but a new request does not overtake the queue.
  send('e');
  await waitForQueue();
  queue.release();
  await waitForQueue();
  expect(log).toEqual(['a started', 'd refused', 'b started', 'c started', 'e started']);
});

test('queued requests time out, and those of disconnected clients are skipped', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const queue = createRequestQueue({ concurrency: 1, maxQueued: 9, timeoutMs: 1_000 });
  const { log, gone, send } = createClients(queue);
  for (const name of ['a', 'b', 'c']) send(name);
  vi.advanceTimersByTime(1_001);
  expect(log).toEqual(['a started', 'b refused', 'c refused']);
  for (const name of ['d', 'e']) send(name);
  gone.add('d');
  queue.release();
  await waitForQueue();
  expect(log.slice(3)).toEqual(['e started']);
});

/** One request finishes every `intervalMs` until `count` have. */
async function finish(queue: RequestQueue, count: number, intervalMs: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    vi.advanceTimersByTime(intervalMs);
    queue.release();
    await waitForQueue();
  }
}

function useFakeClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

const PATIENT = { concurrency: 1, maxQueued: 100, timeoutMs: 8_000 };

test('while requests finish, others wait for as long as the limit allows', async () => {
  useFakeClock();
  const queue = createRequestQueue(PATIENT);
  const { log, send } = createClients(queue);
  for (let n = 0; n <= 39; n += 1) send(`${n}`);
  await finish(queue, 39, 200);
  expect(log).toEqual(Array.from({ length: 40 }, (_, n) => `${n} started`));
});

test('a request that would not be served in time is refused at once', async () => {
  useFakeClock();
  const queue = createRequestQueue(PATIENT);
  const { log, send } = createClients(queue);
  for (let n = 0; n <= 60; n += 1) send(`${n}`);
  await finish(queue, 50, 150);
  // It takes 10 × 150 ms until the last one starts.
  expect(log).not.toContain('60 started');
  send('in time');
  expect(log).not.toContain('in time refused');
  for (let n = 0; n <= 60; n += 1) send(`late ${n}`);
  const firstRefused = log.findIndex((line) => line.endsWith('refused'));
  expect(log[firstRefused]).toMatch(/^late 4\d refused$/);
});

test('what was slow before the queue was empty says nothing about now', async () => {
  useFakeClock();
  const queue = createRequestQueue(PATIENT);
  const { log, send } = createClients(queue);
  for (let n = 0; n < 9; n += 1) {
    send('slow');
    send('slow');
    await finish(queue, 2, 5_000);
  }
  expect(log).not.toContain('slow refused');
  for (let n = 0; n < 40; n += 1) send(`${n}`);
  expect(log.filter((line) => line.endsWith('refused'))).toEqual([]);
});

test('when nothing finishes, all who wait are refused at the limit and none before it', () => {
  useFakeClock();
  const queue = createRequestQueue(PATIENT);
  const { log, send } = createClients(queue);
  for (let n = 0; n <= 100; n += 1) send(`${n}`);
  vi.advanceTimersByTime(7_999);
  expect(log).toEqual(['0 started']);
  vi.advanceTimersByTime(1);
  expect(log.filter((line) => line.endsWith('refused'))).toHaveLength(100);
});

test('those who have left take no place of a full queue', () => {
  const queue = createRequestQueue({ ...PATIENT, maxQueued: 2 });
  const { log, gone, send } = createClients(queue);
  for (const name of ['a', 'b', 'c']) send(name);
  gone.add('b').add('c');
  for (const name of ['d', 'e', 'f']) send(name);
  expect(log).toEqual(['a started', 'f refused']);
});

const OVERLOAD = { queued: 50, waitMs: 1_000 };

test('a long queue is an overload: who was in it before waits on, who comes then waits for a moment', async () => {
  useFakeClock();
  const queue = createRequestQueue({ ...PATIENT, overload: OVERLOAD });
  const { log, send } = createClients(queue);
  for (let n = 0; n <= 50; n += 1) send(`${n}`);
  for (let n = 0; n < 9; n += 1) send('one of many');
  await finish(queue, 10, 150);
  expect(log.filter((line) => line === 'one of many refused')).toHaveLength(9);
  send('not in a moment');
  expect(log.at(-1)).toBe('not in a moment refused');
  await finish(queue, 40, 150);
  expect(log).toContain('50 started');
});

test('once somebody is refused, others wait only for a moment, until the queue has been empty', async () => {
  useFakeClock();
  const queue = createRequestQueue({ ...PATIENT, maxQueued: 20, overload: OVERLOAD });
  const { log, send } = createClients(queue);
  for (let n = 0; n <= 20; n += 1) send(`${n}`);
  await finish(queue, 10, 200);
  send('patient');
  for (let n = 0; n < 10; n += 1) send('one too many');
  await finish(queue, 2, 200);
  send('not in a moment');
  expect(log.at(-1)).toBe('not in a moment refused');
  await finish(queue, 16, 200);
  send('in a moment');
  expect(log.at(-1)).not.toBe('in a moment refused');
  await finish(queue, 6, 200);
  for (let n = 0; n < 12; n += 1) send('patient again');
  expect(log).not.toContain('patient refused');
  expect(log).not.toContain('patient again refused');
});
