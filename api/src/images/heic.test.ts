import { expect, test } from 'vitest';
import { onSqlite } from '../../../test-support/dialects.ts';
import { expectProblem, startTestApp } from '../../../test-support/test-app.ts';
import { form, picture, upload } from '../../../test-support/uploads.ts';
import { isHeic } from './prepare-image.ts';

/** The start of a file with these brands, the major one first. */
function startOf(...[major = '', ...compatible]: string[]): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(16 + 4 * compatible.length);
  const brands = Buffer.from(`ftyp${major}\0\0\0\0${compatible.join('')}`, 'latin1');
  return Buffer.concat([size, brands, Buffer.from('\0\0\0\0metaheic', 'latin1')]);
}

test.each([
  [['heic', 'mif1', 'heic'], true],
  [['heix'], true],
  [['mif1', 'mif1', 'heic', 'hevc'], true],
  [['mif1', 'mif1'], true],
  [['msf1', 'hevc'], true],
  [['heis'], true],
  [['avif', 'mif1', 'miaf'], false],
  [['mif1', 'avif', 'miaf'], false],
  [['isom', 'mp42'], false],
])('a file with the brands %j is HEIC: %j', (brands, expected) => {
  expect(isHeic(startOf(...brands))).toBe(expected);
});

test('of short and of other files nothing is read that is not there', async () => {
  expect(isHeic(Buffer.alloc(0))).toBe(false);
  expect(isHeic(Buffer.from('\0\0\0\x18ftyphe', 'latin1'))).toBe(false);
  expect(isHeic(await picture().png().toBuffer())).toBe(false);
  expect(isHeic(Buffer.from('\xff\xff\xff\xffftypisom\0\0\0\0mp4', 'latin1'))).toBe(false);
});

onSqlite((open) => {
  test.each([['heic'], ['mif1'], ['heis']])('an upload of %s says what to do', async (brand) => {
    const site = await startTestApp(open);
    const bytes = Buffer.concat([startOf(brand, 'mif1', 'heic'), Buffer.alloc(2_000)]);
    const sent = form([{ filename: 'a.jpg', type: 'image/jpeg', bytes }]);
    expectProblem(await upload(site, await site.login(), sent), 415, {
      detail:
        'This is a HEIC picture, which browsers cannot show. Export it as a JPEG. To take JPEGs with an iPhone: Settings > Camera > Formats > Most Compatible.',
    });
  });
});
