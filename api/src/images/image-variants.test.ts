import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { onSqlite } from '../../../test-support/dialects.ts';
import { eachStore } from '../../../test-support/stores.ts';
import { expectProblem, startTestApp, type TestApp } from '../../../test-support/test-app.ts';
import { animation, form, picture, upload, uploads } from '../../../test-support/uploads.ts';
import { hashOfImage } from './image-store.ts';

async function uploaded(site: TestApp, bytes: Buffer): Promise<string> {
  const response = await upload(site, await site.login(), form([{ bytes }]));
  expect(response.statusCode, response.body).toBe(200);
  return response.json().url;
}

function variantUrl(url: string, width: number | string, format = ''): string {
  return `${url.replace('/uploads/', `/uploads/${width}/`)}${format && `.${format}`}`;
}

eachStore((open) => {
  test.each(['avif', 'webp'])(
    'however many ask for an upload in another width as %s, it is made once',
    async (format) => {
      const site = await startTestApp(open);
      const url = await uploaded(site, await picture(1000, 500).jpeg().toBuffer());
      const responses = await Promise.all(
        Array.from({ length: 20 }, () => site.get(variantUrl(url, 640, format))),
      );
      for (const response of responses) {
        expect(response.statusCode).toBe(200);
        expect(response.headers).toMatchObject({
          'content-type': `image/${format}`,
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        });
      }
      // A file that was written again would have another time, and so another tag.
      expect(new Set(responses.map((response) => response.headers.etag)).size).toBe(1);
      expect(await sharp(responses[0]?.rawPayload).metadata()).toMatchObject({
        width: 640,
        height: 320,
      });
      expect(readdirSync(join(site.files.folder, 'uploads', 'narrower'))).toEqual(['640']);
      const made = readdirSync(join(site.files.folder, 'uploads', 'narrower', '640'));
      expect(made).toEqual([`${url.split('/').at(-1)}.${format}`]);
    },
  );

  test('a width, format or upload that there is not is not found, and makes nothing', async () => {
    const site = await startTestApp(open);
    const url = await uploaded(site, await picture(1000, 500).jpeg().toBuffer());
    for (const refused of [
      variantUrl(url, 640),
      variantUrl(url, 640, 'jpg'),
      variantUrl(url, 641, 'webp'),
      variantUrl(url, 641, 'avif'),
      variantUrl(url, '0640', 'avif'),
      variantUrl(url, '6.4e2', 'avif'),
      variantUrl(url, 1280, 'webp'),
      variantUrl(url, 1280, 'avif'),
      variantUrl(url, 1000, 'webp'),
      variantUrl(`/uploads/${'0'.repeat(32)}-1000x500-200.jpg`, 640, 'webp'),
      variantUrl(`/uploads/${'0'.repeat(32)}-1000x500-200.jpg`, 640, 'avif'),
      '/uploads/640/..%2f..%2flonghand.sqlite.webp',
      '/uploads/640/..%2f..%2flonghand.sqlite.avif',
      '/uploads/640/.avif',
      '/uploads/640/avif',
    ]) {
      expectProblem(await site.get(refused), 404);
    }
    expect(uploads(site)).toEqual([url.split('/').at(-1)]);
  });

  test('a still picture is to be had as AVIF in its own width too', async () => {
    const site = await startTestApp(open);
    const url = await uploaded(site, await picture(400, 300).png().toBuffer());
    const response = await site.get(variantUrl(url, 400, 'avif'));
    expect(response.headers['content-type']).toBe('image/avif');
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ width: 400, height: 300 });
  });

  test.each(['gif', 'webp'] as const)(
    'an animated %s stays one, and is no AVIF',
    async (format) => {
      const site = await startTestApp(open);
      const url = await uploaded(site, await animation(format, 400, 8));
      expect(url).toMatch(new RegExp(`-400x8-300a\\.${format}$`));
      const stored = await sharp((await site.get(url)).rawPayload, { animated: true }).metadata();
      expect(stored.pages).toBe(3);
      expectProblem(await site.get(variantUrl(url, 320, 'avif')), 404);
      const variant = await site.get(variantUrl(url, 320, 'webp'));
      expect((await sharp(variant.rawPayload, { animated: true }).metadata()).pages).toBe(3);
    },
  );

  test.each(['gif', 'webp'] as const)(
    'a %s that stands still is to be had as AVIF',
    async (format) => {
      const site = await startTestApp(open);
      const url = await uploaded(site, await picture(400, 8).toFormat(format).toBuffer());
      expect((await site.get(variantUrl(url, 320, 'avif'))).statusCode).toBe(200);
    },
  );

  test('uploads of former times are served under their names, as AVIF where they cannot move', async () => {
    const site = await startTestApp(open);
    for (const [extension, format, avif] of [
      ['jpg', 'jpeg', 200],
      ['png', 'png', 200],
      ['webp', 'webp', 404],
      ['gif', 'gif', 404],
    ] as const) {
      const bytes = await picture(400, 300).toFormat(format).toBuffer();
      const name = `${hashOfImage(bytes)}-400x300.${extension}`;
      writeFileSync(join(site.files.folder, 'uploads', name), bytes);
      expect((await site.get(`/uploads/${name}`)).rawPayload.equals(bytes)).toBe(true);
      expect((await site.get(`/uploads/320/${name}.webp`)).statusCode).toBe(200);
      expect((await site.get(`/uploads/320/${name}.avif`)).statusCode).toBe(avif);
    }
  });
});

onSqlite((open) => {
  test.each([
    ['#000', '000'],
    ['#fff', '333'],
    ['#3f4080', '012'],
    ['#7fbfc0', '123'],
  ])('a picture of the colour %s has the tint %s in its name', async (colour, tint) => {
    const site = await startTestApp(open);
    const bytes = await picture(40, 20, colour).png().toBuffer();
    expect(await uploaded(site, bytes)).toContain(`-40x20-${tint}.png`);
  });

  test('a grey picture has a placeholder colour, one that is transparent none', async () => {
    const site = await startTestApp(open);
    const grey = await picture(40, 20, '#888').greyscale().png().toBuffer();
    expect(await uploaded(site, grey)).toContain('-40x20-222.png');
    const opaque = await picture(40, 20, '#888').ensureAlpha(1).png().toBuffer();
    expect(await uploaded(site, opaque)).toContain('-40x20-222.png');
    const clear = await picture(40, 20, '#888').ensureAlpha(0.5).png().toBuffer();
    expect(await uploaded(site, clear)).toContain('-40x20-x.png');
  });
});
