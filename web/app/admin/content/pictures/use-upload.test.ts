import { expect, test } from 'vitest';
import { checkFile } from './use-upload.ts';

function file(name: string, type: string): File {
  return new File(['x'], name, { type });
}

test.each([
  ['IMG_1.HEIC', ''],
  ['IMG_1.heif', ''],
  ['IMG_1.hif', ''],
  ['IMG_1.HEIC', 'image/heic'],
  ['IMG_1', 'image/heif'],
  ['IMG_1', 'image/heic-sequence'],
])('the file %s of the type %j is refused as HEIC, with what to do', (name, type) => {
  expect(checkFile(file(name, type))).toBe(
    `“${name}” is a HEIC picture, which browsers cannot show. Export it as a JPEG. To take JPEGs with an iPhone: Settings > Camera > Formats > Most Compatible.`,
  );
});

test('other files are accepted or refused as before', () => {
  expect(checkFile(file('a.jpg', 'image/jpeg'))).toBeNull();
  expect(checkFile(file('a.heic', 'image/jpeg'))).toBeNull();
  expect(checkFile(file('a.avif', ''))).toBeNull();
  expect(checkFile(file('a.pdf', 'application/pdf'))).toContain('not a supported image');
});
