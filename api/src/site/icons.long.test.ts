import { PALETTE } from '@longhand/contract/colours/palette';
import { shortHash } from '@longhand/contract/hash';
import { SITE_ICON_NAMES, SITE_ICONS } from '@longhand/contract/site/site-icons';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { expectProblem, startTestApp } from '../../../test-support/test-app.ts';
import { animation, form, picture, upload } from '../../../test-support/uploads.ts';

const MISSING = `/uploads/${'0'.repeat(32)}-400x400-200.png`;

async function start(open: Parameters<typeof startTestApp>[0]) {
  const site = await startTestApp(open);
  const token = await site.login();
  return {
    ...site,
    token,
    put: (payload: object) =>
      site.request({ method: 'PUT', url: '/api/admin/settings', payload }, token),
    async upload(bytes: Buffer): Promise<string> {
      const response = await upload(site, token, form([{ bytes }]));
      expect(response.statusCode, response.body).toBe(200);
      return response.json().url;
    },
    icon: (name: string) => site.get(`/api/site/icons/${name}`),
  };
}

async function pixelsOf(bytes: Buffer) {
  const { data, info } = await sharp(bytes)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4).subarray(0, 4)];
  return { size: [info.width, info.height], at, isOpaque: (await sharp(bytes).stats()).isOpaque };
}

const RED = [255, 0, 0, 255];
const CLEAR = [0, 0, 0, 0];
const PAPER = [...Buffer.from(PALETTE.light.paper.slice(1), 'hex'), 255];

function picturesIn(ico: Buffer) {
  return Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
    const entry = ico.subarray(6 + 16 * index);
    const offset = entry.readUInt32LE(12);
    return { size: entry[0], bytes: ico.subarray(offset, offset + entry.readUInt32LE(8)) };
  });
}

eachDialect((open) => {
  test('all files of an icon are made of one upload, which they contain whole', async () => {
    const site = await start(open);
    const icon = await site.upload(await picture(400, 200, '#ff0000').png().toBuffer());
    const response = await site.put({ icon });
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json().icon).toBe(icon);
    expect((await site.get('/api/site')).json().icon).toBe(shortHash(icon));

    for (const [name, type] of Object.entries(SITE_ICONS)) {
      const { statusCode, headers } = await site.icon(name);
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        'content-type': type,
        'cache-control': 'no-cache',
        'cross-origin-resource-policy': 'cross-origin',
        etag: expect.stringMatching(/^"/),
      });
    }
    for (const [name, size] of [
      ['icon-192.png', 192],
      ['icon-512.png', 512],
    ] as const) {
      const { size: found, at } = await pixelsOf((await site.icon(name)).rawPayload);
      expect(found).toEqual([size, size]);
      expect(at(size / 2, size / 2)).toEqual(RED);
      expect(at(1, size / 2)).toEqual(RED);
      expect(at(size / 2, 1)).toEqual(CLEAR);
    }
    const touch = await pixelsOf((await site.icon('apple-touch-icon.png')).rawPayload);
    expect(touch).toMatchObject({ size: [180, 180], isOpaque: true });
    expect(touch.at(90, 90)).toEqual(RED);
    expect(touch.at(90, 1)).toEqual(PAPER);
    const maskable = await pixelsOf((await site.icon('icon-maskable.png')).rawPayload);
    expect(maskable).toMatchObject({ size: [512, 512], isOpaque: true });
    expect(maskable.at(256, 256)).toEqual(RED);
    expect(maskable.at(110, 256)).toEqual(PAPER);
    const small = picturesIn((await site.icon('favicon.ico')).rawPayload);
    expect(small.map(({ size }) => size)).toEqual([16, 32, 48]);
    for (const { size, bytes } of small) expect((await pixelsOf(bytes)).size).toEqual([size, size]);
    const drawing = (await site.icon('icon.svg')).body;
    const [, data = ''] = /href="data:image\/png;base64,([^"]+)"/.exec(drawing) ?? [];
    expect((await pixelsOf(Buffer.from(data, 'base64'))).size).toEqual([192, 192]);
    expect((await pixelsOf(Buffer.from(drawing))).at(96, 96)).toEqual(RED);
  });

  test('an icon is revalidated by its ETag, and has another one when it was changed', async () => {
    const site = await start(open);
    const [red, blue] = await Promise.all(
      ['#ff0000', '#0000ff'].map((colour) => picture(200, 200, colour).png().toBuffer()),
    );
    await site.put({ icon: await site.upload(red as Buffer) });
    const url = '/api/site/icons/icon-512.png';
    const first = await site.request({
      method: 'GET',
      url,
      headers: { 'accept-encoding': 'br' },
    });
    expect(first.headers).not.toHaveProperty('content-encoding');
    const headers = { 'if-none-match': String(first.headers.etag) };
    expect((await site.request({ method: 'GET', url, headers })).statusCode).toBe(304);
    await site.put({ icon: await site.upload(blue as Buffer) });
    expect((await site.request({ method: 'GET', url, headers })).statusCode).toBe(200);
    expect((await site.icon('icon-512.png')).headers.etag).not.toBe(first.headers.etag);
  });

  test('of two icons that are saved at the same time, the files are those of the last', async () => {
    const site = await start(open);
    const [red, blue] = await Promise.all(
      ['#ff0000', '#0000ff'].map(async (colour) =>
        site.upload(await picture(200, 200, colour).png().toBuffer()),
      ),
    );
    await site.put({ icon: red });
    // As another process would, between what the request reads and what it writes.
    const begin = site.db.transaction.bind(site.db);
    const other = vi.spyOn(site.db, 'transaction').mockImplementationOnce(() => {
      const execute: ReturnType<typeof begin>['execute'] = async (work) => {
        await site.put({ icon: blue });
        return begin().execute(work);
      };
      return Object.assign(begin(), { execute });
    });
    expect((await site.put({ icon: red })).json().icon).toBe(red);
    expect(other).toHaveBeenCalledTimes(3);
    expect((await pixelsOf((await site.icon('icon-192.png')).rawPayload)).at(9, 9)).toEqual(RED);
  });

  test('without an icon of the owner there are no files', async () => {
    const site = await start(open);
    for (const name of [...SITE_ICON_NAMES, 'other.png', '__proto__'])
      expectProblem(await site.icon(name), 404);
    await site.put({ icon: await site.upload(await picture(192, 192).jpeg().toBuffer()) });
    expect((await site.icon('favicon.ico')).statusCode).toBe(200);
    await site.put({ icon: null });
    expectProblem(await site.icon('favicon.ico'), 404);
    expect(await site.db.selectFrom('site_icons').selectAll().execute()).toEqual([]);
  });

  test('the first frame of an animation is the icon', async () => {
    const site = await start(open);
    await site.put({ icon: await site.upload(await animation('gif', 200, 200)) });
    expect((await pixelsOf((await site.icon('icon-192.png')).rawPayload)).at(9, 9)).toEqual(RED);
  });

  test('an icon that is too small or not there is refused, and nothing is stored', async () => {
    const site = await start(open);
    const small = await site.upload(await picture(500, 191).png().toBuffer());
    for (const [icon, reason] of [
      [small, '500 × 191 pixels, and needs at least 192 × 192'],
      [MISSING, 'upload it again'],
    ] as const) {
      const response = await site.put({ site_name: 'Not stored', icon });
      expectProblem(response, 400, { detail: expect.stringContaining(reason) });
      expect(response.json().errors).toEqual({ icon: [expect.stringContaining(reason)] });
    }
    const lost = await site.put({ logo: MISSING });
    expectProblem(lost, 400, { errors: { logo: [expect.stringContaining('upload it again')] } });
    expect(await site.db.selectFrom('site_settings').selectAll().execute()).toEqual([]);
  });

  test('a logo has the size of its upload', async () => {
    const site = await start(open);
    const logo = await site.upload(await picture(300, 60).png().toBuffer());
    expect((await site.put({ logo })).json().logo).toBe(logo);
    expect((await site.get('/api/site')).json().logo).toEqual({
      url: logo,
      width: 300,
      height: 60,
    });
    expect((await site.put({ logo: null })).json().logo).toBeNull();
    expect((await site.get('/api/site')).json().logo).toBeNull();
  });
});
