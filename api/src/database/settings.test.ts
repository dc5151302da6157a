import { expect, onTestFinished, test } from 'vitest';
import { eachDialect, type TestDatabase } from '../../../test-support/dialects.ts';
import { claimSetting, findSetting, replaceSettingIf, setSetting } from './settings.repository.ts';

async function openForTest(open: () => Promise<TestDatabase>) {
  const { db, remove } = await open();
  onTestFinished(async () => {
    await db.destroy();
    await remove();
  });
  return db;
}

eachDialect((open) => {
  test('of several that claim a name at once, or after each other, one has it', async () => {
    const db = await openForTest(open);
    const claims = await Promise.all(
      ['a', 'b', 'c'].map((value) => claimSetting(db, 'claimed', value)),
    );
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await claimSetting(db, 'claimed', 'd')).toBe(false);
    expect(await findSetting(db, 'claimed')).toBe(['a', 'b', 'c'][claims.indexOf(true)]);
  });

  test('of several that found the same value, or none, one replaces it', async () => {
    const db = await openForTest(open);
    for (const before of [undefined, 'first', 'second']) {
      const next = before === undefined ? 'first' : before === 'first' ? 'second' : 'third';
      const replaced = await Promise.all(
        [1, 2, 3].map(() => replaceSettingIf(db, 'kept', before, next)),
      );
      expect(replaced.filter(Boolean)).toHaveLength(1);
    }
    expect(await findSetting(db, 'kept')).toBe('third');
    await setSetting(db, 'kept', 'fourth');
    expect(await findSetting(db, 'kept')).toBe('fourth');
  });
});
