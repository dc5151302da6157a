import { expect, onTestFinished, test } from 'vitest';
import { eachDialect, type TestDatabase } from '../../../test-support/dialects.ts';
import {
  claimSetting,
  compareAndSetSetting,
  findSetting,
  setSetting,
} from './settings.repository.ts';

async function openForTest(open: () => Promise<TestDatabase>) {
  const { db, remove } = await open();
  onTestFinished(async () => {
    await db.destroy();
    await remove();
  });
  return db;
}

eachDialect((open) => {
  test('only one of several concurrent or later claims succeeds', async () => {
    const db = await openForTest(open);
    const claims = await Promise.all(
      ['a', 'b', 'c'].map((value) => claimSetting(db, 'claimed', value)),
    );
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await claimSetting(db, 'claimed', 'd')).toBe(false);
    expect(await findSetting(db, 'claimed')).toBe(['a', 'b', 'c'][claims.indexOf(true)]);
  });

  test('only one of several that expect the same value replaces it', async () => {
    const db = await openForTest(open);
    for (const before of [undefined, 'first', 'second']) {
      const next = before === undefined ? 'first' : before === 'first' ? 'second' : 'third';
      const replaced = await Promise.all(
        [1, 2, 3].map(() => compareAndSetSetting(db, 'counter', before, next)),
      );
      expect(replaced.filter(Boolean)).toHaveLength(1);
    }
    expect(await findSetting(db, 'counter')).toBe('third');
    await setSetting(db, 'counter', 'fourth');
    expect(await findSetting(db, 'counter')).toBe('fourth');
  });
});
