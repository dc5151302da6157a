import { expect, onTestFinished, test } from 'vitest';
import { eachDialect } from '../test-support/dialects.ts';
import { tryImportKills, writeArchive } from './import-kill.ts';

eachDialect((open) => {
  test('an import that is killed within an item is completed by the next one', async () => {
    const { killedAt, problems } = await tryImportKills({
      ...{ seed: 5, kills: 3, ...(await writeArchive(30)) },
      async openBlog() {
        const { db, remove, ...location } = await open();
        onTestFinished(remove);
        await db.destroy();
        return location;
      },
    });
    expect(problems).toEqual([]);
    expect(killedAt).toHaveLength(3);
    expect(killedAt.at(-1)).toBe(30);
  });
});
