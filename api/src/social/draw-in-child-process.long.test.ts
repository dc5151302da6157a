import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import { picture } from '../../../test-support/uploads.ts';
import { drawInChildProcess } from './social-pictures.ts';

const MEGABYTE = 1024 * 1024;
const RED = '#ff0000';

/** How red the side is on which the image would be. */
async function rednessOf(bytes: Buffer): Promise<number> {
  const side = await sharp(bytes)
    .extract({ left: 700, top: 100, width: 400, height: 400 })
    .toBuffer()
    .then((part) => sharp(part).stats());
  return (side.channels[0]?.mean ?? 0) - (side.channels[1]?.mean ?? 0);
}

test('a picture of a post shows its image, and does without one for which memory is short', async () => {
  const image = join(temporaryFolder(), 'a.png');
  // In memory as a whole while it is read: 75 MB.
  writeFileSync(image, await picture(5_000, 5_000, RED).png({ progressive: true }).toBuffer());
  const order = { title: 'A post', topic: null, siteName: 'Longhand', accent: '#97371a', image };
  expect(await rednessOf(await drawInChildProcess(order, 2_000 * MEGABYTE))).toBeGreaterThan(240);
  expect(await rednessOf(await drawInChildProcess(order, 180 * MEGABYTE))).toBeLessThan(200);
});
