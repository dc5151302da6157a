import { expect, test } from 'vitest';
import { mailPicturePath } from './mail-pictures.ts';

const HASH = 'a'.repeat(32);

test.each([
  ['1200x800-111.jpg', null],
  ['1201x800-111.jpg', '1200/jpeg'],
  ['800x600-x.png', null],
  ['1600x900-x.png', '1200/png'],
  ['1600x900-123.png', '1200/jpeg'],
  ['1600x900.jpg', '1200/jpeg'],
  ['800x600-123.webp', '800/jpeg'],
  ['1600x900-x.webp', '1200/png'],
  ['1600x900-123a.webp', '1200/gif'],
  ['640x480-xa.webp', '640/gif'],
  ['640x480.webp', '640/png'],
  ['640x480-123.avif', '640/jpeg'],
  ['300x200-123a.gif', null],
  ['1300x200.gif', '1200/gif'],
])('%s is in a mail as %s', (name, variant) => {
  const [width, format] = variant?.split('/') ?? [];
  const path = variant ? `/uploads/${width}/${HASH}-${name}.${format}` : `/uploads/${HASH}-${name}`;
  expect(mailPicturePath(`/uploads/${HASH}-${name}`)).toBe(path);
});
