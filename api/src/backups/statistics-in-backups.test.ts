import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  eachDialect,
  emptyLocation,
  openDialect,
  type TestDatabase,
} from '../../../test-support/dialects.ts';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import type { DatabaseLocation } from '../database/location.ts';
import { connectDatabase } from '../database/open.ts';
import type { Database } from '../database/tables.ts';
import { useAndClose } from '../database/transaction.ts';
import { noCounts } from '../statistics/account.ts';
import { writeBackup } from './make-backup.ts';
import { moveBlog } from './move.ts';
import { restoreBackup } from './restore.ts';

const DAY = '2026-01-01';

function using<Result>(location: DatabaseLocation, use: (db: Database) => Promise<Result>) {
  return useAndClose(connectDatabase(location), use);
}

async function makeBlog(open: () => Promise<TestDatabase>) {
  const location = await emptyLocation(open);
  await using(location, async (db) => {
    for (const post_id of ['', 'a'])
      await db
        .insertInto('view_days')
        .values({ ...noCounts(), post_id, day: DAY, views: 3, visitors: 2 })
        .execute();
    const source = {
      post_id: '',
      kind: 'referrer',
      day: DAY,
      name: 'x.example',
      views: 1,
    } as const;
    await db.insertInto('view_sources').values(source).execute();
    await db.insertInto('counted_posts').values({ post_id: 'a', title: 'A', slug: 'a' }).execute();
    const reported = { day: DAY, reader: 'Feedly', subscribers: 4 };
    await db.insertInto('feed_subscribers').values(reported).execute();
    const counted = { day: DAY, key: 'a-secret-key', visits: 1, post_sources: 0 };
    await db.insertInto('counted_days').values(counted).execute();
    const visit = { visitor: 'a-hash', network: 'b', page: '', views: 1, ends: 0 };
    await db
      .insertInto('visits')
      .values({ ...visit, day: DAY, percent: 0, seconds: 0 })
      .execute();
  });
  return location;
}

const read = (location: DatabaseLocation) =>
  using(location, async (db) => ({
    days: await db
      .selectFrom('view_days')
      .select(['post_id', 'views'])
      .orderBy('post_id')
      .execute(),
    sources: (await db.selectFrom('view_sources').selectAll().execute()).length,
    posts: await db.selectFrom('counted_posts').select('title').execute(),
    feeds: await db.selectFrom('feed_subscribers').select('subscribers').execute(),
    daily: [
      ...(await db.selectFrom('visits').selectAll().execute()),
      ...(await db.selectFrom('counted_days').selectAll().execute()),
    ],
  }));

const NUMBERS = {
  days: [
    { post_id: '', views: 3 },
    { post_id: 'a', views: 3 },
  ],
  sources: 1,
  posts: [{ title: 'A' }],
  feeds: [{ subscribers: 4 }],
  daily: [],
};

eachDialect((open) => {
  test('a backup and a move have the numbers, and nothing of who was counted', async () => {
    const location = await makeBlog(open);
    const backup = join(temporaryFolder(), 'backup.tar.gz');
    await writeBackup({ ...location, settings: [], siteUrl: '' }, backup);
    for (const openTarget of Object.values(openDialect)) {
      const restored = await emptyLocation(openTarget);
      await restoreBackup(restored, backup);
      expect(await read(restored)).toEqual(NUMBERS);
      const moved = await emptyLocation(openTarget);
      await moveBlog(location, moved);
      expect(await read(moved)).toEqual(NUMBERS);
    }
  });
});
