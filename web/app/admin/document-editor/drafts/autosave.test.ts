import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAutosave, MAX_DELAY_MS, PAUSE_MS, RETRY_MS, type WriteOutcome } from './autosave.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function start(outcomes: WriteOutcome[] = []) {
  const write = vi.fn(async (_isLeaving: boolean): Promise<WriteOutcome> => {
    return outcomes.shift() ?? 'done';
  });
  return { write, autosave: createAutosave(write) };
}

/** A write that ends when the test says so. */
function startHeld() {
  const ends: ((outcome: WriteOutcome) => void)[] = [];
  const write = vi.fn(() => new Promise<WriteOutcome>((resolve) => ends.push(resolve)));
  return { write, ends, autosave: createAutosave(write) };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('it writes once, after a pause', async () => {
  const { write, autosave } = start();
  for (let n = 0; n < 5; n += 1) {
    autosave.changed();
    await pass(PAUSE_MS - 1);
  }
  expect(write).not.toHaveBeenCalled();
  await pass(1);
  expect(write).toHaveBeenCalledOnce();
  await pass(60_000);
  expect(write).toHaveBeenCalledOnce();
});

test('it writes at intervals while somebody types without a pause', async () => {
  const { write, autosave } = start();
  for (let ms = 0; ms < 3 * MAX_DELAY_MS; ms += 500) {
    autosave.changed();
    await pass(500);
  }
  expect(write).toHaveBeenCalledTimes(3);
});

test('one write at a time; what changed meanwhile is in the next one', async () => {
  const { write, ends, autosave } = startHeld();
  autosave.changed();
  await pass(PAUSE_MS);
  autosave.changed();
  await pass(MAX_DELAY_MS);
  expect(write).toHaveBeenCalledOnce();
  ends[0]?.('done');
  await pass(PAUSE_MS);
  expect(write).toHaveBeenCalledTimes(2);
});

test('flushing waits for the write on its way, then writes at once', async () => {
  const { write, ends, autosave } = startHeld();
  autosave.changed();
  await pass(PAUSE_MS);
  const flushed = [autosave.flush(), autosave.flush(true)];
  await pass(0);
  for (const [index, outcome] of (['done', 'done', 'stop'] as const).entries()) {
    expect(write).toHaveBeenCalledTimes(index + 1);
    ends[index]?.(outcome);
    await pass(0);
  }
  expect(await Promise.all(flushed)).toEqual(['done', 'stop']);
  expect(write.mock.calls).toEqual([[false], [false], [true]]);
});

test('it retries, later each time, until it succeeds', async () => {
  const { write, autosave } = start(['retry', 'retry', 'retry', 'retry', 'done']);
  autosave.changed();
  await pass(PAUSE_MS);
  for (const [index, delay] of [...RETRY_MS, RETRY_MS[2]].entries()) {
    // Typing neither puts off the next attempt nor brings it forward.
    await pass(delay - 1);
    autosave.changed();
    expect(write).toHaveBeenCalledTimes(index + 1);
    await pass(1);
    expect(write).toHaveBeenCalledTimes(index + 2);
  }
  await pass(60_000);
  expect(write).toHaveBeenCalledTimes(5);
});

test('a write that throws is retried, later each time, and blocks nothing', async () => {
  const logged = vi.mocked(console.error).mockImplementation(() => undefined);
  const write = vi.fn((): Promise<WriteOutcome> => {
    throw new Error('The storage is full');
  });
  const autosave = createAutosave(write);
  autosave.changed();
  await pass(PAUSE_MS);
  for (const [index, delay] of RETRY_MS.entries()) {
    expect(write).toHaveBeenCalledTimes(index + 1);
    await pass(delay);
  }
  await autosave.settle();
  expect(await autosave.flush()).toBe('retry');
  expect(logged).toHaveBeenCalledTimes(write.mock.calls.length);

  write.mockImplementation(async () => 'done');
  expect(await autosave.flush()).toBe('done');
  write.mockClear();
  autosave.changed();
  await pass(PAUSE_MS);
  expect(write).toHaveBeenCalledOnce();
  logged.mockClear();
});

test('back online, a retry does not wait', async () => {
  const { write, autosave } = start(['retry']);
  autosave.changed();
  await pass(PAUSE_MS);
  expect(await autosave.flush()).toBe('done');
  await pass(60_000);
  expect(write).toHaveBeenCalledTimes(2);
});

test('after a failure that needs a decision, only a change leads to another attempt', async () => {
  const { write, autosave } = start(['stop']);
  autosave.changed();
  await pass(60_000);
  expect(write).toHaveBeenCalledOnce();
  autosave.changed();
  await pass(PAUSE_MS);
  expect(write).toHaveBeenCalledTimes(2);
});

test('saving the post waits for the write on its way', async () => {
  const { ends, autosave } = startHeld();
  await autosave.settle();
  void autosave.flush();
  let isSettled = false;
  const settled = autosave.settle().then(() => {
    isSettled = true;
  });
  await pass(0);
  expect(isSettled).toBe(false);
  ends[0]?.('done');
  await settled;
});

test('a stopped one writes no more', async () => {
  const { write, autosave } = start();
  autosave.changed();
  autosave.stop();
  await pass(60_000);
  expect(write).not.toHaveBeenCalled();
});
