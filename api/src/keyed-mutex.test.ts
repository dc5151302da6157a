import { expect, test } from 'vitest';
import { createKeyedMutex } from './keyed-mutex.ts';

test('tasks of one key run one after another, even after a failure; other keys do not wait', async () => {
  const runExclusive = createKeyedMutex();
  const log: string[] = [];
  const task =
    (name: string, until?: Promise<void>, fails = false) =>
    async () => {
      log.push(`${name} starts`);
      await until;
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
    };
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const both = Promise.allSettled([
    runExclusive('a', task('first', released, true)),
    runExclusive('a', task('second')),
  ]);
  await runExclusive('b', task('other'));
  release();
  expect((await both).map((result) => result.status)).toEqual(['rejected', 'fulfilled']);
  expect(log).toEqual([
    'first starts',
    'other starts',
    'other ends',
    'first ends',
    'second starts',
    'second ends',
  ]);
});
