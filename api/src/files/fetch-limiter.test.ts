import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFetchLimiter } from './fetch-limiter.ts';
import { FileStoreError } from './file-store.ts';

/** Fetches that end when the test says so. */
function startFetches() {
  const time = { now: 0 };
  const asked: string[] = [];
  const ends: Record<string, PromiseWithResolvers<boolean>> = {};
  const fetches = createFetchLimiter(
    (path) => {
      asked.push(path);
      ends[path] = Promise.withResolvers();
      return ends[path].promise;
    },
    () => time.now,
  );
  const fetch = (path: string) => fetches.once(path, async () => true);
  return { fetch, fetches, asked, ends, time };
}

test('however many ask for a file, it is fetched once', async () => {
  const { fetch, asked, ends } = startFetches();
  const all = [fetch('a'), fetch('a'), fetch('a')];
  await setImmediate();
  ends.a?.resolve(true);
  expect(await Promise.all(all)).toEqual([true, true, true]);
  expect(asked).toEqual(['a']);
});

test('what was just absent is not asked for again, until some seconds later or until it is kept', async () => {
  const { fetch, fetches, asked, ends, time } = startFetches();
  const first = fetch('a');
  await setImmediate();
  ends.a?.resolve(false);
  expect(await first).toBe(false);
  expect(await fetch('a')).toBe(false);
  expect(asked).toEqual(['a']);
  fetches.forget('a');
  const second = fetch('a');
  await setImmediate();
  ends.a?.resolve(false);
  await second;
  time.now += 60_000;
  const third = fetch('a');
  await setImmediate();
  ends.a?.resolve(true);
  expect(await third).toBe(true);
  expect(asked).toEqual(['a', 'a', 'a']);
});

test('a file that was fetched and has gone from the cache is fetched again', async () => {
  const { fetches, asked, ends } = startFetches();
  const isGone = async () => false;
  const first = fetches.once('a', isGone);
  await setImmediate();
  ends.a?.resolve(true);
  await first;
  const second = fetches.once('a', isGone);
  await setImmediate();
  ends.a?.resolve(true);
  expect(await second).toBe(true);
  expect(asked).toEqual(['a', 'a']);
});

test('few are fetched at once, the others wait, and too many are refused', async () => {
  const { fetch, asked, ends } = startFetches();
  const names = Array.from({ length: 500 }, (_, index) => `n${index}`);
  const all = names.map((name) =>
    fetch(name).catch((error) => {
      expect(error).toBeInstanceOf(FileStoreError);
      return 'refused';
    }),
  );
  await setImmediate();
  const atOnce = asked.length;
  expect(atOnce).toBeLessThan(20);
  for (let done = 0; done < asked.length; done += 1) {
    ends[`n${done}`]?.resolve(false);
    await setImmediate();
    expect(asked.length - done - 1).toBeLessThanOrEqual(atOnce);
  }
  const answers = await Promise.all(all);
  expect(answers.filter((answer) => answer === 'refused').length).toBeGreaterThan(0);
  expect(answers.filter((answer) => answer === false)).toHaveLength(asked.length);
});

test('after the store was away, it is left alone for a moment', async () => {
  const { fetch, asked, ends, time } = startFetches();
  const first = fetch('a');
  await setImmediate();
  ends.a?.reject(new FileStoreError('STORE_UNAVAILABLE', 'away'));
  await expect(first).rejects.toThrow('away');
  await expect(fetch('b')).rejects.toThrow('did not answer a moment ago');
  time.now += 5_000;
  const later = fetch('b');
  await setImmediate();
  ends.b?.resolve(true);
  expect(await later).toBe(true);
  expect(asked).toEqual(['a', 'b']);
});

test('a failure of another kind does not keep others from being fetched', async () => {
  const { fetch, ends } = startFetches();
  const first = fetch('a');
  await setImmediate();
  ends.a?.reject(new Error('the disk is full'));
  await expect(first).rejects.toThrow('the disk is full');
  const second = fetch('b');
  await setImmediate();
  ends.b?.resolve(true);
  expect(await second).toBe(true);
});
