import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ImagePage, imagePage, type StoredImage } from '@longhand/contract/media/images';
import { expect, test } from 'vitest';
import { onSqlite } from '../../../test-support/dialects.ts';
import { eachStore } from '../../../test-support/stores.ts';
import { expectProblem, startTestApp, type TestApp } from '../../../test-support/test-app.ts';
import { form, picture, upload } from '../../../test-support/uploads.ts';
import { createDiskStore } from '../files/disk-store.ts';
import { createUploadList } from './uploads.service.ts';

async function send(site: TestApp, token: string, width: number): Promise<string> {
  const bytes = await picture(width, 20).png().toBuffer();
  const response = await upload(site, token, form([{ bytes }]));
  expect(response.statusCode, response.body).toBe(200);
  return response.json().url;
}

async function list(site: TestApp, token: string, query = ''): Promise<ImagePage> {
  const response = await site.get(`/api/admin/images${query}`, token);
  expect(response.statusCode, response.body).toBe(200);
  return imagePage.parse(response.json());
}

const widths = (images: readonly StoredImage[]) => images.map(({ width }) => width);
const HASH = 'a'.repeat(32);

eachStore((open) => {
  test('uploads are listed with their size and the posts that use them', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const inText = await send(site, token, 400);
    const featured = await send(site, token, 401);
    const unused = await send(site, token, 402);
    const first = await site.createPost(token, {
      title: 'First',
      content: `<img src="https://blog.example${inText}"><img src="${inText}">`,
    });
    const second = await site.createPost(token, {
      title: 'Second',
      content: `<img src="${inText}">`,
      featured_image: featured,
      published: false,
    });
    const { images, next } = await list(site, token);
    expect(next).toBeNull();
    const byUrl = new Map(images.map((image) => [image.url, image]));
    expect([...byUrl.keys()].toSorted()).toEqual([featured, inText, unused].toSorted());
    expect(byUrl.get(inText)).toMatchObject({
      width: 400,
      height: 20,
      used_in: [
        { id: second.id, title: 'Second', published: false },
        { id: first.id, title: 'First', published: true },
      ],
    });
    expect(byUrl.get(inText)?.bytes).toBeGreaterThan(0);
    expect(byUrl.get(featured)?.used_in).toMatchObject([{ id: second.id }]);
    expect(byUrl.get(unused)?.used_in).toEqual([]);
    await site.saveWorkingCopy(token, first.id, { content: `<img src="${unused}">` });
    const withCopy = (await list(site, token)).images;
    expect(withCopy.find(({ url }) => url === unused)?.used_in).toMatchObject([{ id: first.id }]);
    await site.request({ method: 'DELETE', url: `/api/admin/posts/${second.id}` }, token);
    const after = (await list(site, token)).images;
    expect(after.find(({ url }) => url === inText)?.used_in).toMatchObject([{ id: first.id }]);
    expect(after.find(({ url }) => url === featured)?.used_in).toEqual([]);
  });

  test('a post that was never saved uses its pictures', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const url = await send(site, token, 400);
    const id = 'a-key';
    await site.saveWorkingCopy(token, id, { title: 'Begun', content: `<img src="${url}">` });
    const { images } = await list(site, token);
    expect(images[0]?.used_in).toEqual([{ id, title: 'Begun', published: false }]);
  });

  test('pages have every upload once, and a new one comes with the first page', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    for (const width of [400, 401, 402, 403, 404]) await send(site, token, width);
    const first = await list(site, token, '?limit=2');
    await send(site, token, 405);
    const second = await list(site, token, `?limit=2&before=${first.next}`);
    const third = await list(site, token, `?limit=2&before=${second.next}`);
    expect([first, second, third].map(({ images }) => images.length)).toEqual([2, 2, 1]);
    expect(third.next).toBeNull();
    const seen = [first, second, third].flatMap(({ images }) => widths(images));
    expect(seen.toSorted()).toEqual([400, 401, 402, 403, 404]);
    expect(widths((await list(site, token)).images)).toContain(405);
  });

  test('a blog without uploads has an empty page', async () => {
    const site = await startTestApp(open);
    expect(await list(site, await site.login())).toEqual({ images: [], next: null });
  });
});

onSqlite((open) => {
  test('the newest file comes first, and other files are not listed', async () => {
    const site = await startTestApp(open);
    const folder = join(site.files.folder, 'uploads');
    mkdirSync(folder, { recursive: true });
    for (const [name, day] of [
      [`${HASH}-10x10-123.png`, 2],
      [`${HASH}-11x10-123.png`, 3],
      [`${HASH}-12x10-123.png`, 1],
      ['notes.txt', 4],
    ] as const) {
      writeFileSync(join(folder, name), 'x');
      const time = new Date(Date.UTC(2026, 0, day));
      utimesSync(join(folder, name), time, time);
    }
    const { images } = await list(site, await site.login());
    expect(widths(images)).toEqual([11, 10, 12]);
    expect(images[0]?.uploaded_at).toBe('2026-01-03T00:00:00.000Z');
  });

  test.each(['?limit=0', '?limit=101', '?limit=x', '?before=x', `?before=1-${HASH}`])(
    'the query %s is 400',
    async (query) => {
      const site = await startTestApp(open);
      expectProblem(await site.get(`/api/admin/images${query}`, await site.login()), 400);
    },
  );

  test('without a session it is 401', async () => {
    const site = await startTestApp(open);
    expectProblem(await site.get('/api/admin/images'), 401);
  });

  test('only the first page lists the store, and a removed upload ends no page', async () => {
    const site = await startTestApp(open);
    const disk = createDiskStore(site.files.folder);
    const names = [1, 2, 3].map((width) => `${HASH}-${width}x10-123.png`);
    for (const name of names) await disk.put(`uploads/${name}`, Buffer.from('x'));
    let listings = 0;
    const files = {
      ...disk,
      list(prefix: string) {
        listings += 1;
        return disk.list(prefix);
      },
    };
    const listUploads = createUploadList(files, async () => new Map());
    const { images, next } = await listUploads(undefined, 1);
    expect(next).not.toBeNull();
    const { url = '', uploaded_at = '' } = images[0] ?? {};
    const last = { time: Date.parse(uploaded_at), name: url.slice('/uploads/'.length) };
    expect((await listUploads(last, 5)).images).toHaveLength(2);
    expect(listings).toBe(1);
    await disk.remove(`uploads/${last.name}`);
    expect((await listUploads(undefined, 5)).images).toHaveLength(2);
    expect((await listUploads({ time: 0, name: last.name }, 5)).images).toEqual([]);
    expect(listings).toBe(2);
  });
});
