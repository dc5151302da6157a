import { expect, test } from 'vitest';
import { createKeyedMutex } from './keyed-mutex.ts';

test('tasks of one key run one after another, even after a failure; other keys do not wait', async () => {
  const runExclusive = createKeyedMutex();
  const log: string[] = [];
  const task =
    (name: string, ms: number, fails = false) =>
    async () => {
      log.push(`${name} starts`);
      await new Promise((resolve) => setTimeout(resolve, ms));
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
  const results = await Promise.allSettled([
    runExclusive('a', task('first', 30, true)),
    runExclusive('a', task('second', 0)),
    runExclusive('b', task('other', 0)),
  ]);
  expect(results.map((result) => result.status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(log).toEqual([
    'first starts',
    'other starts',
    'other ends',
    'first ends',
    'second starts',
    'second ends',
  ]);
});
