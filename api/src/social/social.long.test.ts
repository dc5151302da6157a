import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { socialPicturePath } from '@longhand/contract/media/social-picture';
import type { Post } from '@longhand/contract/posts/posts';
import type { KyselyPlugin } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test-support/cleanup.ts';
import { eachDialect, onSqlite } from '../../../test-support/dialects.ts';
import { eachStore } from '../../../test-support/stores.ts';
import {
  expectProblem,
  postFields,
  startTestApp,
  type TestApp,
} from '../../../test-support/test-app.ts';
import { storedImage } from '../../../test-support/uploads.ts';
import { systemClock } from '../clock.ts';
import { createDiskStore } from '../files/disk-store.ts';
import { createImageStore } from '../images/image-store.ts';
import { createPostsService } from '../posts/posts.service.ts';
import { createSocialPictures } from './social-pictures.ts';

const LONG = 'What everybody knew about the weather, and nobody wrote down; '
  .repeat(5)
  .slice(0, 300);

function made(site: TestApp): string[] {
  return readdirSync(join(site.files.folder, 'cache', 'social'));
}

async function placeImage(site: TestApp, background = '#00a0ff', width = 1600, height = 900) {
  const blank = sharp({ create: { width, height, channels: 3, background } });
  const image = await storedImage(await blank.png().toBuffer(), 'png');
  await createImageStore(site.files).save(image);
  return { reference: `/uploads/${image.name}`, path: `uploads/${image.name}` };
}

async function picture(site: TestApp, post: Post): Promise<Buffer> {
  const response = await site.get(socialPicturePath(post));
  expect(response.statusCode, response.body).toBe(200);
  const bytes = response.rawPayload;
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  expect(bytes.length).toBeLessThan(200_000);
  return bytes;
}

async function colourAt(bytes: Buffer, left: number, top: number): Promise<number[]> {
  const pixel = sharp(bytes).extract({ left, top, width: 1, height: 1 });
  return [...(await pixel.raw().toBuffer())];
}

/** How many of the pixels are not of the colour in the corner: how much is drawn there. */
async function marks(bytes: Buffer, left: number, top: number, width: number, height: number) {
  const { data } = await sharp(bytes)
    .extract({ left, top, width, height })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return data.filter((value) => Math.abs(value - (data[0] ?? 0)) > 60).length;
}

eachStore((open) => {
  test('a post without an image has its cover as a picture, for a day', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const post = await site.createPost(token);
    const url = socialPicturePath(post);
    const first = await picture(site, post);
    const response = await site.get(url);
    expect(response.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=86400',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; .*; sandbox$/),
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    const head = await site.request({ method: 'HEAD', url });
    expect(head.statusCode).toBe(200);
    expect(head.headers['content-length']).toBe(String(first.length));
    expect(head.body).toBe('');
    const other = await site.createPost(token, { title: 'Another Post' });
    expect((await picture(site, other)).equals(first)).toBe(false);
  });

  test('the same content makes the same bytes, also after the cache was deleted', async () => {
    const site = await startTestApp(open);
    const post = await site.createPost(await site.login());
    const first = await picture(site, post);
    rmSync(join(site.files.folder, 'cache'), { recursive: true });
    expect((await picture(site, post)).equals(first)).toBe(true);
  });

  test('an uploaded image is in the picture, with the words beside it', async () => {
    const site = await startTestApp(open);
    const { reference } = await placeImage(site);
    const post = await site.createPost(await site.login(), { featured_image: reference });
    const bytes = await picture(site, post);
    const [red = 0, green = 0, blue = 0] = await colourAt(bytes, 1000, 300);
    expect(red).toBeLessThan(10);
    expect(green).toBeGreaterThan(150);
    expect(blue).toBeGreaterThan(245);
    for (const value of await colourAt(bytes, 10, 300)) expect(value).toBeGreaterThan(238);
    expect(await marks(bytes, 0, 0, 480, 630)).toBeGreaterThan(500);
  });

  test('an image that is missing, damaged, small or elsewhere gives way to the cover', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const cover = await picture(site, await site.createPost(token));
    const missing = await placeImage(site, '#123456');
    const damaged = await placeImage(site, '#654321');
    const small = await placeImage(site, '#00a0ff', 100, 100);
    await site.files.remove(missing.path);
    await site.files.put(damaged.path, Buffer.from('no image any more'));
    for (const featured_image of [
      missing.reference,
      damaged.reference,
      small.reference,
      'https://images.example/a-1600x900.png',
      '/elsewhere/a-1600x900.png',
    ]) {
      const post = await site.createPost(token, { featured_image });
      expect((await picture(site, post)).equals(cover), featured_image).toBe(true);
    }
  });

  test('an image that comes back is shown', async () => {
    const site = await startTestApp(open);
    const { reference, path } = await placeImage(site);
    const post = await site.createPost(await site.login(), { featured_image: reference });
    await site.files.remove(path);
    const cover = await picture(site, post);
    await placeImage(site);
    expect((await picture(site, post)).equals(cover)).toBe(false);
    expect(made(site)).toHaveLength(1);
  });

  test('drafts have no picture, nor have posts that are drafts again', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const draft = await site.createPost(token, { title: 'A Draft', published: false });
    expectProblem(await site.get(socialPicturePath(draft), token), 404);
    const post = await site.createPost(token);
    await picture(site, post);
    await site.updatePost(token, post.id, { published: false });
    expectProblem(await site.get(socialPicturePath(post)), 404);
    await site.updatePost(token, post.id, { published: true });
    await picture(site, post);
    await site.request({ method: 'DELETE', url: `/api/admin/posts/${post.id}` }, token);
    expectProblem(await site.get(socialPicturePath(post)), 404);
  });

  test('an address of an earlier version leads to the picture of today', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const first = await site.createPost(token);
    await picture(site, first);
    const second = await site.updatePost(token, first.id, { title: 'A Better Title' });
    for (const url of [socialPicturePath(first), '/social/a-post-00000000.jpg']) {
      const response = await site.get(url);
      expect(response.statusCode).toBe(301);
      expect(response.headers).toMatchObject({
        location: socialPicturePath(second),
        'cache-control': 'no-cache',
      });
    }
    await picture(site, second);
    expect(made(site)).toHaveLength(1);
    const moved = await site.updatePost(token, first.id, { slug: 'a-better-address' });
    const response = await site.get(socialPicturePath(second));
    expect(response.headers.location).toBe(socialPicturePath(moved));
  });

  test("the site's name and accent are those of today, and replace an earlier picture", async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const { reference } = await placeImage(site);
    const post = await site.createPost(token, { featured_image: reference });
    const cover = await site.createPost(token, { title: 'Without' });
    const pictures = [await picture(site, post), await picture(site, cover)];
    const save = (payload: object) =>
      site.request({ method: 'PUT', url: '/api/admin/settings', payload }, token);
    await save({ accent: '#0b5d3b' });
    pictures.push(await picture(site, post), await picture(site, cover));
    await save({ site_name: 'Tom’s garden' });
    pictures.push(await picture(site, post), await picture(site, cover));
    expect(site.drawJobs.map(({ siteName, accent, image }) => [siteName, accent, !!image])).toEqual(
      [
        ['Longhand', '#97371a', true],
        ['Longhand', '#97371a', false],
        ['Longhand', '#0b5d3b', true],
        ['Longhand', '#0b5d3b', false],
        ['Tom’s garden', '#0b5d3b', true],
        ['Tom’s garden', '#0b5d3b', false],
      ],
    );
    expect(new Set(pictures.map((bytes) => bytes.toString('base64'))).size).toBe(6);
    expect(made(site)).toHaveLength(2);
  });

  test('the picture of a post whose slug is longer by a word is left alone', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const post = await site.createPost(token);
    const longer = await site.createPost(token, { title: 'A Post of Mine' });
    await picture(site, longer);
    await picture(site, post);
    expect(made(site)).toHaveLength(2);
  });

  test('twenty who ask at once get one picture, which is made once', async () => {
    const site = await startTestApp(open);
    const post = await site.createPost(await site.login());
    const path = socialPicturePath(post);
    const responses = await Promise.all(Array.from({ length: 20 }, () => site.get(path)));
    for (const { statusCode, rawPayload } of responses) {
      expect(statusCode).toBe(200);
      expect(rawPayload.equals(responses[0]?.rawPayload ?? Buffer.alloc(0))).toBe(true);
    }
    expect(site.drawJobs).toHaveLength(1);
    expect(made(site)).toHaveLength(1);
  });

  test.each([
    '/social/',
    '/social/a-post.jpg',
    '/social/a-post-00000000.png',
    '/social/unknown-00000000.jpg',
    '/social/..%2f..%2flonghand.sqlite-00000000.jpg',
    '/social/a/b',
  ])('%s is a problem, not a page', async (url) => {
    const site = await startTestApp(open);
    expectProblem(await site.get(url), 404);
    expect(made(site)).toEqual([]);
  });

  test('the documentation does not name the pictures', async () => {
    const { get, files } = await startTestApp(open);
    expect((await get('/api/openapi.json')).body).not.toContain('/social');
    expect(existsSync(join(files.folder, 'cache', 'social'))).toBe(true);
  });
});

test('the removal of old pictures does nothing after the cache was deleted', async () => {
  const images = createImageStore(createDiskStore(temporaryFolder()));
  const pictures = createSocialPictures({
    ...{ images, siteUrl: 'https://blog.example', draw: async () => Buffer.alloc(0) },
    readLook: async () => ({ site_name: 'A Site', accent: null }),
  });
  rmSync(pictures.folder, { recursive: true });
  expect(await pictures.removeLeftovers(async () => undefined)).toBe(0);
});

onSqlite((open) => {
  test.each([
    ['very long', LONG],
    ['one very long word', 'Donaudampfschifffahrtsgesellschaft'.repeat(8).slice(0, 300)],
    ['wide letters', 'W'.repeat(300)],
    ['markup', '<script>alert("x")</script> &amp; <b>bold</b> \' " `'],
    ['from right to left', 'مرحبا بالعالم'],
    ['turned around', '\u202eevil\u202c title'],
    ['emoji', '👩‍👩‍👧‍👦 🚀'],
    ['Chinese', '東京の夏'],
    ['one letter', 'I'],
    ['numbers and signs', '100 % — ½ × €5'],
  ])('a title that is %s makes a picture with nothing beyond its margins', async (_, title) => {
    const site = await startTestApp(open, { SITE_NAME: 'A Site' });
    const token = await site.login();
    const { reference } = await placeImage(site);
    const fields = { title, tags: [title.slice(0, 40)], featured_image: reference };
    const bytes = await picture(site, await site.createPost(token, fields));
    expect(await marks(bytes, 0, 0, 480, 630)).toBeGreaterThan(100);
    expect(await marks(bytes, 0, 0, 50, 630)).toBe(0);
    expect(await marks(bytes, 446, 0, 28, 630)).toBe(0);
    expect(await marks(bytes, 0, 0, 480, 40)).toBe(0);
    expect(await marks(bytes, 0, 590, 480, 40)).toBe(0);
    const cover = await site.createPost(token, { ...fields, featured_image: null });
    await picture(site, cover);
  });
});

eachDialect((open) => {
  test('neither a picture nor the removal of old ones reads the text of a post', async () => {
    const { db, ...opened } = await open();
    const post = await createPostsService(db, systemClock).create(postFields);
    const queries: string[] = [];
    const recorder: KyselyPlugin = {
      transformQuery({ node }) {
        queries.push(JSON.stringify(node));
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const folder = join(opened.dataDir, 'cache', 'social');
    const stored = ['a-post', 'gone'].map((slug) => `${slug}-0123abcd.0123abcd.jpg`);
    mkdirSync(folder, { recursive: true });
    for (const name of stored) writeFileSync(join(folder, name), '');
    const site = await startTestApp(async () => ({ ...opened, db: db.withPlugin(recorder) }));
    await expect.poll(() => readdirSync(folder)).toEqual(stored.slice(0, 1));
    await picture(site, post);
    expect(queries.filter((query) => query.includes('"posts"'))).not.toEqual([]);
    expect(queries.filter((query) => query.includes('content'))).toEqual([]);
  });
});
