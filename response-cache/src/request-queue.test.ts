import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRequestQueue } from './request-queue.ts';

/** More turns than the gate ever listens for before it calls the next. */
async function calm(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await nextTurn();
}

function visitors(gate: ReturnType<typeof createRequestQueue>) {
  const log: string[] = [];
  const gone = new Set<string>();
  const come = (name: string) =>
    gate.enter({
      admit: () => log.push(`${name} in`),
      refuse: () => log.push(`${name} refused`),
      isGone: () => gone.has(name),
    });
  return { log, gone, come };
}

test('so many are in at once, so many wait in their order, the others are refused at once', async () => {
  const gate = createRequestQueue({ atOnce: 1, mayWait: 2, waitMs: 1_000 });
  const { log, come } = visitors(gate);
  for (const name of ['a', 'b', 'c', 'd']) come(name);
  expect(log).toEqual(['a in', 'd refused']);
  gate.leave();
  await calm();
  gate.leave();
  // There is room again, but whoever comes now does not overtake.
  come('e');
  await calm();
  gate.leave();
  await calm();
  expect(log).toEqual(['a in', 'd refused', 'b in', 'c in', 'e in']);
});

test('nobody waits for long, and nothing is done for those who have gone', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const gate = createRequestQueue({ atOnce: 1, mayWait: 9, waitMs: 1_000 });
  const { log, gone, come } = visitors(gate);
  for (const name of ['a', 'b', 'c']) come(name);
  vi.advanceTimersByTime(1_001);
  expect(log).toEqual(['a in', 'b refused', 'c refused']);
  for (const name of ['d', 'e']) come(name);
  gone.add('d');
  gate.leave();
  await calm();
  expect(log.slice(3)).toEqual(['e in']);
});
