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
