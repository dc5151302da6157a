import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { administrator, startServer, temporaryFolder } from '../test-support/server-process.ts';
import { readMemory } from '../test-support/site.ts';

const ADMIN_PASSWORD = 'a password for the test of large images';
/** Four files of 15 MB are received at once; one picture that the server itself decodes takes 150 MB. */
const MAX_INCREASE = 100;

/** From now on. */
function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** As large as an upload may be: 50 megapixels, nearly 15 MB. */
async function largestJpeg(): Promise<FormData> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const background = '#888';
  // Repeated, because so much noise takes eight seconds.
  const part = sharp({ create: { width: 707, height: 707, channels: 3, background, noise } });
  const bytes = await sharp({ create: { width: 7070, height: 7070, channels: 3, background } })
    .composite([{ input: await part.png().toBuffer(), tile: true }])
    .jpeg({ quality: 71 })
    .toBuffer();
  expect(bytes.length).toBeGreaterThan(13_000_000);
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), 'a.jpg');
  return form;
}

test('four concurrent uploads of the maximum size do not increase the memory of the server', async ({
  skip,
}) => {
  if (process.platform !== 'linux') return skip('only on Linux');
  const settings = { ADMIN_PASSWORD, DATA_DIR: temporaryFolder() };
  const { url, child } = await startServer(settings, 'api');
  const pid = child.pid as number;
  const { call } = await administrator(url, ADMIN_PASSWORD);
  const form = await largestJpeg();
  forgetPeak(pid);
  const before = readMemory(pid, 'VmRSS');
  const responses = await Promise.all(
    Array.from({ length: 4 }, () => call('POST', '/upload-image', form)),
  );
  // On a busy machine, some may get a 503.
  const accepted = responses.filter(({ status }) => status !== 503);
  expect(accepted.length).toBeGreaterThan(0);
  const [first] = accepted;
  expect(first?.body.url).toMatch(/-7070x7070-222\.jpg$/);
  for (const response of accepted) expect(response).toEqual(first);
  const variant = `${url}${first?.body.url?.replace('/uploads/', '/uploads/640/')}.avif`;
  expect((await fetch(variant, { redirect: 'manual' })).status).toBe(200);
  expect(readMemory(pid, 'VmHWM') - before).toBeLessThan(MAX_INCREASE);
});
