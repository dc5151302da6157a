import { expect, test } from 'vitest';
import { createContentRevision } from './content-revision.ts';

/** A revision whose reads and clock are controlled by the test. */
function startRevision() {
  const reads: PromiseWithResolvers<number>[] = [];
  const clock = { now: 0 };
  const revision = createContentRevision(
    () => {
      const read = Promise.withResolvers<number>();
      reads.push(read);
      return read.promise;
    },
    () => {},
    () => clock.now,
  );
  return { reads, clock, revision };
}

const UNREACHABLE = new Error('unreachable');

/** The cached number is 1; a background read is pending since 300, and a writer's read since 310. */
async function startBackgroundAndWriterReads() {
  const started = startRevision();
  const { reads, clock, revision } = started;
  const first = revision.current();
  reads[0]?.resolve(1);
  await first;
  clock.now = 300;
  expect(revision.cached()).toBe(1);
  clock.now = 310;
  const written = revision.refresh();
  expect(reads).toHaveLength(3);
  return { ...started, written };
}

test('a background read that fails does not discard the result of a writer', async () => {
  const { reads, clock, revision, written } = await startBackgroundAndWriterReads();
  clock.now = 320;
  reads[1]?.reject(UNREACHABLE);
  await reads[1]?.promise.catch(() => {});
  clock.now = 330;
  reads[2]?.resolve(2);
  expect(await written).toBe(2);
  expect(revision.cached()).toBe(2);
});

test('a background read that fails after a writer’s read does not prolong its result', async () => {
  const { reads, clock, revision, written } = await startBackgroundAndWriterReads();
  reads[2]?.resolve(2);
  expect(await written).toBe(2);
  clock.now = 700;
  reads[1]?.reject(UNREACHABLE);
  await reads[1]?.promise.catch(() => {});
  expect(revision.cached()).toBe(2);
  clock.now = 310 + 501;
  expect(revision.cached()).toBeUndefined();
});

test('a read that was started before a change is ignored after a reset', async () => {
  const { reads, clock, revision, written } = await startBackgroundAndWriterReads();
  clock.now = 320;
  reads[2]?.reject(UNREACHABLE);
  await expect(written).rejects.toThrow('unreachable');
  revision.reset();
  reads[1]?.resolve(1);
  await reads[1]?.promise;
  expect(revision.cached()).toBeUndefined();
  const next = revision.current();
  reads[3]?.resolve(2);
  expect(await next).toBe(2);
  expect(revision.cached()).toBe(2);
});

test('a number that grows fast all the time is read less often, until it stays the same', async () => {
  const clock = { now: 0 };
  let [written, reads] = [0, 0];
  const revision = createContentRevision(
    async () => {
      reads += 1;
      return written;
    },
    () => {},
    () => clock.now,
  );
  /** Asks every 100 ms for some seconds; returns how often the number was read. */
  async function readsWithin(seconds: number, change: number): Promise<number> {
    const before = reads;
    for (const end = clock.now + seconds * 1_000; clock.now < end; clock.now += 100) {
      written += change;
      if (revision.cached() === undefined) await revision.current();
      // A read in the background.
      await new Promise(setImmediate);
    }
    return reads - before;
  }
  await readsWithin(5, 10);
  expect(await readsWithin(30, 10)).toBeLessThanOrEqual(12);
  expect(revision.cached()).toBeGreaterThan(written - 310);
  await readsWithin(3, 0);
  expect(revision.cached()).toBe(written);
  expect(await readsWithin(30, 0)).toBeGreaterThanOrEqual(90);
  // Edits, however many, are seen as soon as others.
  expect(await readsWithin(30, 1)).toBeGreaterThanOrEqual(90);

  // A change of this process is known at once.
  await readsWithin(5, 10);
  written += 1;
  expect(await revision.refresh()).toBe(written);
});
