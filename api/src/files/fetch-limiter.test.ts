import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFetchLimiter } from './fetch-limiter.ts';
import { FileStoreError } from './file-store.ts';

/** Each fetch is resolved by the test. */
function createTestLimiter() {
  const time = { now: 0 };
  const requested: string[] = [];
  const responses: Record<string, PromiseWithResolvers<boolean>> = {};
  const limiter = createFetchLimiter(
    (path) => {
      requested.push(path);
      responses[path] = Promise.withResolvers();
      return responses[path].promise;
    },
    () => time.now,
  );
  const fetch = (path: string) => limiter.fetch(path, async () => true);
  return { fetch, limiter, requested, responses, time };
}

test('concurrent requests for a file share one fetch', async () => {
  const { fetch, requested, responses } = createTestLimiter();
  const all = [fetch('a'), fetch('a'), fetch('a')];
  await setImmediate();
  responses.a?.resolve(true);
  expect(await Promise.all(all)).toEqual([true, true, true]);
  expect(requested).toEqual(['a']);
});

test('a missing file is not requested again until the result expires or is invalidated', async () => {
  const { fetch, limiter, requested, responses, time } = createTestLimiter();
  const first = fetch('a');
  await setImmediate();
  responses.a?.resolve(false);
  expect(await first).toBe(false);
  expect(await fetch('a')).toBe(false);
  expect(requested).toEqual(['a']);
  limiter.invalidate('a');
  const second = fetch('a');
  await setImmediate();
  responses.a?.resolve(false);
  await second;
  time.now += 60_000;
  const third = fetch('a');
  await setImmediate();
  responses.a?.resolve(true);
  expect(await third).toBe(true);
  expect(requested).toEqual(['a', 'a', 'a']);
});

test('a file that was removed from the cache is fetched again', async () => {
  const { limiter, requested, responses } = createTestLimiter();
  const isRemoved = async () => false;
  const first = limiter.fetch('a', isRemoved);
  await setImmediate();
  responses.a?.resolve(true);
  await first;
  const second = limiter.fetch('a', isRemoved);
  await setImmediate();
  responses.a?.resolve(true);
  expect(await second).toBe(true);
  expect(requested).toEqual(['a', 'a']);
});

test('concurrency is limited, other requests wait, and too many are refused', async () => {
  const { fetch, requested, responses } = createTestLimiter();
  const names = Array.from({ length: 500 }, (_, index) => `n${index}`);
  const all = names.map((name) =>
    fetch(name).catch((error) => {
      expect(error).toBeInstanceOf(FileStoreError);
      return 'refused';
    }),
  );
  await setImmediate();
  const concurrency = requested.length;
  expect(concurrency).toBeLessThan(20);
  for (let done = 0; done < requested.length; done += 1) {
    responses[`n${done}`]?.resolve(false);
    await setImmediate();
    expect(requested.length - done - 1).toBeLessThanOrEqual(concurrency);
  }
  const results = await Promise.all(all);
  expect(results.filter((result) => result === 'refused').length).toBeGreaterThan(0);
  expect(results.filter((result) => result === false)).toHaveLength(requested.length);
});

test('after an outage of the store there is a pause', async () => {
  const { fetch, requested, responses, time } = createTestLimiter();
  const first = fetch('a');
  await setImmediate();
  responses.a?.reject(new FileStoreError('STORE_UNAVAILABLE', 'away'));
  await expect(first).rejects.toThrow('away');
  await expect(fetch('b')).rejects.toThrow('did not answer a moment ago');
  time.now += 5_000;
  const later = fetch('b');
  await setImmediate();
  responses.b?.resolve(true);
  expect(await later).toBe(true);
  expect(requested).toEqual(['a', 'b']);
});

test('an error of another kind causes no pause', async () => {
  const { fetch, responses } = createTestLimiter();
  const first = fetch('a');
  await setImmediate();
  responses.a?.reject(new Error('the disk is full'));
  await expect(first).rejects.toThrow('the disk is full');
  const second = fetch('b');
  await setImmediate();
  responses.b?.resolve(true);
  expect(await second).toBe(true);
});
