import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eachDialect } from '../../test-support/dialects.ts';
import { postFields, startTestApp } from '../../test-support/test-app.ts';
import { systemClock } from './clock.ts';
import { createPostsService } from './posts/posts.service.ts';

eachDialect((open) => {
  test('a starting app deletes what has expired', async () => {
    const { db, dataDir, remove } = await open();
    const past = '2020-01-01T00:00:00.000Z';
    await db
      .insertInto('sessions')
      .values({ token_hash: 'x', created_at: past, expires_at: past })
      .execute();
    await db
      .insertInto('trashed_posts')
      .values({ post_id: 'x', deleted_at: past, summary: '{}', snapshot: '{}' })
      .execute();
    const site = await startTestApp(async () => ({ db, dataDir, remove }));
    await expect.poll(() => db.selectFrom('trashed_posts').selectAll().execute()).toEqual([]);
    expect(await site.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });

  test('a starting app removes social pictures of posts that are not public, and leaves the others', async () => {
    const { db, dataDir, remove } = await open();
    const posts = createPostsService(db, systemClock);
    await posts.create({ ...postFields, title: 'Seen' });
    await posts.create({ ...postFields, title: 'Draft', published: false });
    const folder = join(dataDir, 'cache', 'social');
    mkdirSync(folder, { recursive: true });
    const hashes = '-0123abcd.0123abcd.jpg';
    for (const slug of ['seen', 'draft', 'gone']) writeFileSync(join(folder, slug + hashes), '');
    await startTestApp(async () => ({ db, dataDir, remove }));
    await expect.poll(() => readdirSync(folder)).toEqual([`seen${hashes}`]);
  });
});
