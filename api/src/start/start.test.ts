import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eachDialect, openDialect } from '../../../test-support/dialects.ts';
import { createBucket, openS3Store } from '../../../test-support/stores.ts';
import { postFields } from '../../../test-support/test-app.ts';
import { storedImage } from '../../../test-support/uploads.ts';
import { SAMPLE_IMAGES } from '../../sample-content/images.ts';
import { createAuthService } from '../auth/auth.service.ts';
import { copyUploads } from '../backups/copy-uploads.ts';
import { systemClock } from '../clock.ts';
import { readConfig } from '../config/config.ts';
import type { Database } from '../database/tables.ts';
import { createDiskStore } from '../files/disk-store.ts';
import { createPostsService } from '../posts/posts.service.ts';
import { renderInThisThread } from '../rendering/render.ts';
import { prepareStart } from './start.ts';

async function countPosts(db: Database): Promise<[published: number, drafts: number]> {
  const rows = await db.selectFrom('posts').select('published').execute();
  const published = rows.filter((row) => row.published === 1).length;
  return [published, rows.length - published];
}

test('the pictures of the sample posts have the names that uploads of them would get', async () => {
  const folder = new URL('../../sample-content/', import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith('.webp'));
  const named = files.map(async (file) => {
    const { name } = await storedImage(readFileSync(new URL(file, folder)), 'webp');
    return [file, name];
  });
  expect(SAMPLE_IMAGES).toEqual(Object.fromEntries(await Promise.all(named)));
});

test('with an object store, a start is refused while uploads are still in the folder', async () => {
  const { db, dataDir, remove } = await openDialect.sqlite();
  const start = (settings: Record<string, string>) =>
    prepareStart(readConfig({ DATA_DIR: dataDir, ...settings }), db);
  await start({});
  const bucket = await createBucket();
  await expect(start(bucket)).rejects.toThrow(
    /still in .*\/uploads.*npm run move -- --uploads store/,
  );
  const [from, to] = [createDiskStore(dataDir), await openS3Store(dataDir, bucket)];
  await copyUploads(from, to, () => {});
  await start(bucket);
  await db.destroy();
  await remove();
});

eachDialect((open) => {
  test('a start ends the pause of a job that failed, and takes none from another process', async () => {
    const { db, dataDir, remove } = await open();
    const until = '2999-01-01T00:00:00.000Z';
    for (const [name, claimed_by] of [['failed', null] as const, ['running', 'another'] as const])
      await db
        .insertInto('jobs')
        .values({ name, claimed_by, claimed_until: until, last_started_at: until })
        .execute();
    await prepareStart(readConfig({ DATA_DIR: dataDir, DEMO_CONTENT: 'false' }), db);
    const jobs = db.selectFrom('jobs').select(['name', 'claimed_until']).orderBy('name');
    expect(await jobs.execute()).toEqual([
      { name: 'failed', claimed_until: null },
      { name: 'running', claimed_until: until },
    ]);
    await db.destroy();
    await remove();
  });

  test('the first start generates a password and writes eight posts and a draft; later ones do neither', async () => {
    const { db, dataDir, remove } = await open();
    const config = readConfig({ DATA_DIR: dataDir });
    const { generatedPassword } = await prepareStart(config, db);
    expect(generatedPassword).toMatch(/^([a-z2-9]{4}-){4}[a-z2-9]{4}$/);
    expect(await createAuthService(db, () => new Date()).isPassword(generatedPassword ?? '')).toBe(
      true,
    );
    expect(await countPosts(db)).toEqual([8, 1]);
    const { content } = await db
      .selectFrom('posts')
      .select('content')
      .where('content', 'like', '%<img%')
      .executeTakeFirstOrThrow();
    const image = /src="\/uploads\/([^"]+)"/.exec(content)?.[1] ?? '';
    expect(existsSync(join(dataDir, 'uploads', image))).toBe(true);
    await db.deleteFrom('posts').execute();
    expect(await prepareStart(config, db)).toEqual({ generatedPassword: undefined });
    expect(await countPosts(db)).toEqual([0, 0]);
    await db.destroy();
    await remove();
  });

  test('DEMO_CONTENT=false writes no posts, at the first start or later', async () => {
    const { db, dataDir, remove } = await open();
    await prepareStart(readConfig({ DATA_DIR: dataDir, DEMO_CONTENT: 'false' }), db);
    await prepareStart(readConfig({ DATA_DIR: dataDir }), db);
    expect(await countPosts(db)).toEqual([0, 0]);
    await db.destroy();
    await remove();
  });

  test('ADMIN_PASSWORD is the password at every start, and another one ends all sessions', async () => {
    const { db, dataDir, remove } = await open();
    const auth = createAuthService(db, () => new Date());
    const attempt = { username: 'admin', password: 'the first one', address: '192.0.2.1' };
    const first = readConfig({
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: 'the first one',
      DEMO_CONTENT: 'false',
    });
    const changes = async () =>
      (await db.selectFrom('events').selectAll().where('kind', '=', 'password.changed').execute())
        .length;
    expect(await prepareStart(first, db)).toEqual({ generatedPassword: undefined });
    const token = await auth.login('admin', attempt);
    await prepareStart(first, db);
    expect(await auth.authenticate(token)).toBe(true);
    expect(await changes()).toBe(0);
    await prepareStart(readConfig({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'the second one' }), db);
    expect(await auth.authenticate(token)).toBe(false);
    expect(await auth.isPassword('the second one')).toBe(true);
    expect(await changes()).toBe(1);
    await db.destroy();
    await remove();
  });

  test('a start re-renders posts of an older renderer', async () => {
    const { db, dataDir, remove } = await open();
    const config = readConfig({ DATA_DIR: dataDir });
    await prepareStart(config, db);
    await db.updateTable('posts').set({ rendering: 0, public_content: 'old' }).execute();
    await prepareStart(config, db);
    const rows = await db.selectFrom('posts').select('public_content').execute();
    expect(rows.filter((row) => row.public_content === 'old')).toEqual([]);
    await db.destroy();
    await remove();
  });

  test('a start re-renders posts in the language of the site', async () => {
    const { db, dataDir, remove } = await open();
    const posts = createPostsService(db, systemClock, renderInThisThread, async () => 'ja');
    const content = `<p>${'私は本を読むのが好きです。'.repeat(100)}</p>`;
    const { id, reading_minutes } = await posts.create({ ...postFields, content });
    await db.insertInto('site_settings').values({ name: 'language', value: '"ja"' }).execute();
    await db.updateTable('posts').set({ rendering: 0, reading_minutes: 99 }).execute();
    await prepareStart(readConfig({ DATA_DIR: dataDir }), db);
    expect((await posts.findRendered(id))?.reading_minutes).toBe(reading_minutes);
    await db.destroy();
    await remove();
  });

  test('a start with other settings that readers see raises the revision', async () => {
    const { db, dataDir, remove } = await open();
    const startWith = async (settings: Record<string, string>) => {
      const env = { DATA_DIR: dataDir, DEMO_CONTENT: 'false', ADMIN_PASSWORD: 'a password' };
      await prepareStart(readConfig({ ...env, ...settings }), db);
      const { revision } = await db
        .selectFrom('public_state')
        .select('revision')
        .executeTakeFirstOrThrow();
      return Number(revision);
    };
    const mail = { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'me@blog.example' };
    const before = await startWith({});
    expect(await startWith({ LOG_LEVEL: 'debug' })).toBe(before);
    expect(await startWith(mail)).toBe(before + 1);
    expect(await startWith(mail)).toBe(before + 1);
    expect(await startWith({ ...mail, SITE_NAME: 'The Garden' })).toBe(before + 2);
    await db.destroy();
    await remove();
  });
});
