import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eachDialect, type TestDatabase } from '../../../test-support/dialects.ts';
import { eachStore } from '../../../test-support/stores.ts';
import { startTestApp, type TestApp } from '../../../test-support/test-app.ts';
import { form, picture, upload, uploads } from '../../../test-support/uploads.ts';
import { createUploadReferences } from '../posts/uploads/upload-references.ts';
import { createImageStore } from './image-store.ts';
import type { References } from './remove-uploads.ts';
import { createUploadsService } from './uploads.service.ts';

const DAY = 86_400_000;
const LONG_AGO = '2020-01-01T00:00:00.000Z';

async function send(site: TestApp, token: string, colour = '#a0392b', width = 400) {
  const bytes = await picture(width, 20, colour).png().toBuffer();
  const response = await upload(site, token, form([{ bytes }]));
  expect(response.statusCode, response.body).toBe(200);
  return response.json().url.slice('/uploads/'.length) as string;
}

/** Its own look through all uploads, at its start, would forget what it did not see then. */
async function startTidyApp(open: () => Promise<TestDatabase>): Promise<TestApp> {
  const site = await startTestApp(open);
  await site.app.scheduler.tick();
  return site;
}

/** The service as the app has it, with a clock of its own that begins where the app's does. */
function service(site: TestApp, changed: Partial<References> = {}, now = Date.now()) {
  const clock = { now };
  const images = createImageStore(site.files);
  const references = { ...createUploadReferences(site.db), ...changed };
  const parts = { db: site.db, images, references, clock: () => new Date(clock.now) };
  return {
    ...createUploadsService(parts),
    passDays: (days: number) => {
      clock.now += days * DAY;
    },
  };
}

const noted = async ({ db }: TestApp) =>
  (await db.selectFrom('unreferenced_uploads').select('name').execute()).map(({ name }) => name);

eachStore((open) => {
  test('an upload that nothing names is removed after thirty days, with what was made of it', async () => {
    const site = await startTidyApp(open);
    const name = await send(site, await site.login());
    const variant = `/uploads/320/${name}.webp`;
    expect((await site.get(variant)).statusCode).toBe(200);
    const { collect, passDays } = service(site);
    expect(await collect()).toEqual([]);
    expect(await noted(site)).toEqual([name]);
    passDays(29);
    expect(await collect()).toEqual([]);
    passDays(2);
    expect(await collect()).toEqual([name]);
    expect(uploads(site)).toEqual(['narrower']);
    expect(readdirSync(join(site.files.folder, 'uploads', 'narrower', '320'))).toEqual([]);
    expect(await noted(site)).toEqual([]);
    expect((await site.get(variant)).statusCode).toBe(404);
  });

  test('named by a post, a working copy, one in the trash, a replaced version or a setting, it stays', async () => {
    const site = await startTidyApp(open);
    const token = await site.login();
    const colours = ['#111', '#222', '#333', '#444', '#555', '#666', '#777', '#888', '#999'];
    const names = [];
    for (const colour of colours) names.push(await send(site, token, colour));
    const [featured, inText, absolute, narrow, trashed, replaced, copied, unfinished, logo] =
      names as string[];
    await site.createPost(token, { featured_image: `/uploads/${featured}` });
    await site.createPost(token, { content: `<img src="/uploads/${inText}">` });
    await site.createPost(token, { featured_image: `https://blog.example/uploads/${absolute}` });
    await site.createPost(token, { content: `<img src="/uploads/320/${narrow}.webp">` });
    const { id } = await site.createPost(token, { featured_image: `uploads/${trashed}` });
    await site.request({ method: 'DELETE', url: `/api/admin/posts/${id}` }, token);
    const other = await site.createPost(token, { content: `<img src='/uploads/${replaced}'>` });
    await site.updatePost(token, other.id, { content: 'No picture' });
    await site.saveWorkingCopy(token, other.id, { content: `<img src="/uploads/${copied}">` });
    await site.saveWorkingCopy(token, 'a-key', { featured_image: `/uploads/${unfinished}` });
    const payload = { logo: `/uploads/${logo}` };
    await site.request({ method: 'PUT', url: '/api/admin/settings', payload }, token);
    const { collect, passDays, listUnreferenced } = service(site);
    await collect();
    expect(await noted(site)).toEqual([]);
    passDays(31);
    expect(await collect()).toEqual([]);
    expect(await listUnreferenced()).toEqual([]);
    expect(uploads(site).toSorted()).toEqual(names.toSorted());
  });

  test('used only by a post that was deleted for good, it is unreferenced', async () => {
    const site = await startTidyApp(open);
    const token = await site.login();
    const [now, before] = [await send(site, token, '#111'), await send(site, token, '#222')];
    const { id } = await site.createPost(token, { featured_image: `/uploads/${before}` });
    await site.updatePost(token, id, { featured_image: `/uploads/${now}` });
    await site.request({ method: 'DELETE', url: `/api/admin/posts/${id}` }, token);
    const { collect, listUnreferenced } = service(site);
    expect(await listUnreferenced()).toEqual([]);
    await site.request({ method: 'DELETE', url: `/api/admin/trash/${id}` }, token);
    await collect();
    expect((await noted(site)).toSorted()).toEqual([now, before].toSorted());
  });

  test('one that is named again, or uploaded again, begins anew', async () => {
    const site = await startTidyApp(open);
    const token = await site.login();
    const named = await send(site, token, '#123456');
    const again = await send(site, token, '#654321');
    const { collect, passDays } = service(site);
    await collect();
    passDays(31);
    await site.createPost(token, { featured_image: `/uploads/${named}` });
    expect(await send(site, token, '#654321')).toBe(again);
    expect(await noted(site)).toEqual([named]);
    expect(await collect()).toEqual([]);
    expect(await noted(site)).toEqual([again]);
    expect(uploads(site)).toHaveLength(2);
  });

  test('one that becomes the logo after the look through all texts stays', async () => {
    const site = await startTidyApp(open);
    const token = await site.login();
    const name = await send(site, token);
    const findUnreferenced = async (names: readonly string[]) => new Set(names);
    const { collect, passDays } = service(site, { findUnreferenced });
    await collect();
    passDays(31);
    const payload = { logo: `/uploads/${name}` };
    await site.request({ method: 'PUT', url: '/api/admin/settings', payload }, token);
    expect(await collect()).toEqual([]);
    expect(uploads(site)).toEqual([name]);
  });

  test('a picture that is uploaded again while it is being removed is there afterwards', async () => {
    const site = await startTidyApp(open);
    const token = await site.login();
    const name = await send(site, token);
    const { collect, passDays } = service(site);
    await collect();
    passDays(31);
    for (let turn = 0; turn < 5; turn += 1) {
      const past = new Date(Date.now());
      await site.db.deleteFrom('unreferenced_uploads').execute();
      await site.db
        .insertInto('unreferenced_uploads')
        .values({ name, since: past.toISOString() })
        .execute();
      await Promise.all([collect(), send(site, token), collect()]);
      // In the store; a copy in its cache may have gone with the former, and comes when it is asked for.
      expect(await site.files.find(`uploads/${name}`)).toBeDefined();
      expect((await site.get(`/uploads/${name}`)).statusCode).toBe(200);
    }
  });

  test('everything is looked through once a day, whoever asks', async () => {
    const site = await startTidyApp(open);
    let walks = 0;
    const counting = service(site, {
      async findUnreferenced(names) {
        walks += 1;
        return new Set(names);
      },
    });
    counting.passDays(2);
    await counting.tidy();
    await counting.tidy();
    expect(walks).toBe(1);
    counting.passDays(1.1);
    await counting.tidy();
    expect(walks).toBe(2);
  });

  test('what would go is listed, and nothing is changed by that', async () => {
    const site = await startTidyApp(open);
    const name = await send(site, await site.login());
    const { collect, passDays, listUnreferenced } = service(site);
    await collect();
    expect(await listUnreferenced()).toMatchObject([{ name, due: false }]);
    passDays(31);
    expect(await listUnreferenced()).toMatchObject([
      { name, due: true, bytes: expect.any(Number) },
    ]);
    expect(uploads(site)).toEqual([name]);
    expect(await noted(site)).toEqual([name]);
  });

  test('a damaged picture is sent as it is, but not cached, and gets no variants', async () => {
    const site = await startTidyApp(open);
    const token = await site.login();
    const name = await send(site, token);
    const url = `/uploads/${name}`;
    expect((await site.get(url)).headers['cache-control']).toContain('immutable');
    const bytes = await site.files.read(`uploads/${name}`);
    await site.files.put(`uploads/${name}`, bytes?.subarray(0, 60) ?? Buffer.of());
    const complaint = `the upload ${name} is damaged: see npm run doctor`;
    site.expectLoggedError(complaint);
    const damaged = await site.get(url);
    expect(damaged.statusCode).toBe(200);
    expect(damaged.headers['cache-control']).toBe('public, max-age=0');
    site.expectLoggedError(complaint);
    expect((await site.get(`/uploads/320/${name}.webp`)).statusCode).toBe(404);
    expect(await send(site, token)).toBe(name);
    expect((await site.get(url)).headers['cache-control']).toContain('immutable');
    expect((await site.get(`/uploads/320/${name}.webp`)).statusCode).toBe(200);
  });
});

// By the times of files, and what else can lie in a folder.
eachDialect((open) => {
  test.each(['is there', 'was changed', 'was deleted'])(
    'a post that is saved while everything is looked through, and %s afterwards, keeps its picture',
    async (fate) => {
      const site = await startTidyApp(open);
      const token = await site.login();
      const name = await send(site, token);
      const first = service(site);
      await first.collect();
      const late = service(
        site,
        {
          // As if the post came just after the walk over all posts.
          async findUnreferenced(names) {
            const { id } = await site.createPost(token, { featured_image: `/uploads/${name}` });
            if (fate === 'was changed') await site.updatePost(token, id, {});
            const deleting = { method: 'DELETE', url: `/api/admin/posts/${id}` } as const;
            if (fate === 'was deleted') await site.request(deleting, token);
            return new Set(names);
          },
        },
        Date.parse('2026-01-01T12:00:00.000Z'),
      );
      // Noted long ago, while the posts have the app's time.
      await site.db.updateTable('unreferenced_uploads').set({ since: LONG_AGO }).execute();
      utimesSync(join(site.files.folder, 'uploads', name), new Date(LONG_AGO), new Date(LONG_AGO));
      expect(await late.collect()).toEqual([]);
      expect(uploads(site)).toEqual([name]);
    },
  );

  test('a file that is younger than its note stays', async () => {
    const site = await startTidyApp(open);
    const name = await send(site, await site.login());
    const { collect, passDays } = service(site);
    await collect();
    passDays(31);
    const recently = new Date(Date.now() + 20 * DAY);
    utimesSync(join(site.files.folder, 'uploads', name), recently, recently);
    expect(await collect()).toEqual([]);
    expect(uploads(site)).toEqual([name]);
  });

  test('a folder in the place of a picture, or no folder of pictures at all, is 404', async () => {
    const site = await startTidyApp(open);
    const token = await site.login();
    const name = `${'0'.repeat(32)}-400x300-111.png`;
    mkdirSync(join(site.files.folder, 'uploads', name));
    expect((await site.get(`/uploads/${name}`)).statusCode).toBe(404);
    expect((await site.get(`/uploads/320/${name}.webp`)).statusCode).toBe(404);
    await rm(join(site.files.folder, 'uploads'), { recursive: true });
    expect((await site.get(`/uploads/${name}`)).statusCode).toBe(404);
    await site.createPost(token, { featured_image: `/uploads/${name}` });
    const sent = await send(site, token);
    expect((await site.get(`/uploads/${sent}`)).statusCode).toBe(200);
  });

  test('what was made of an upload that is gone is removed, unless it is new', async () => {
    const site = await startTidyApp(open);
    const folder = join(site.files.folder, 'uploads', 'narrower', '320');
    mkdirSync(folder, { recursive: true });
    const [old, young] = ['1', '2'].map((digit) => `${digit.repeat(32)}-400x300-111.png.webp`) as [
      string,
      string,
    ];
    for (const file of [old, young]) writeFileSync(join(folder, file), '');
    const twoHoursAgo = new Date(Date.now() - 7_200_000);
    utimesSync(join(folder, old), twoHoursAgo, twoHoursAgo);
    await service(site).collect();
    expect(readdirSync(folder)).toEqual([young]);
  });
});
