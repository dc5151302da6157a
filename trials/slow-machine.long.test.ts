import { expect, test } from 'vitest';
import { trySlowMachine } from './slow-machine.ts';

// Only Linux can keep a process on one core.
test.runIf(process.platform === 'linux')(
  'on a slow machine, forty readers at once wait for their pages and get them',
  async () => {
    const results = await trySlowMachine({ readers: 40, busyLoops: 4 });
    expect(results.filter(({ status }) => status !== 200)).toEqual([]);
  },
  180_000,
);
