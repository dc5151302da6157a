import { expect, test } from 'vitest';
import { eachDialect } from '../test/dialects.ts';
import { startTestApp } from '../test/test-app.ts';

eachDialect((open) => {
  test('a starting app sweeps what has ended', async () => {
    const { db, dataDir, remove } = await open();
    const past = '2020-01-01T00:00:00.000Z';
    await db
      .insertInto('sessions')
      .values({ token_hash: 'x', created_at: past, expires_at: past })
      .execute();
    await db
      .insertInto('trashed_posts')
      .values({ post_id: 'x', snapshot: '{}', deleted_at: past })
      .execute();
    const site = await startTestApp(async () => ({ db, dataDir, remove }));
    await expect.poll(() => db.selectFrom('trashed_posts').selectAll().execute()).toEqual([]);
    expect(await site.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });
});
