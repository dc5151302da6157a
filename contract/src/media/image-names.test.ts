import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  IMAGE_WIDTHS,
  isImageName,
  isStillName,
  isUploadPath,
  placeholderColourFromName,
  sizeFromName,
  srcsetOf,
  variantPath,
  widthsOf,
} from './image-names.ts';

const HASH = 'a'.repeat(32);

test.each([
  [`${HASH}-640x480.webp`, undefined, false],
  [`${HASH}-640x480.gif`, undefined, false],
  [`${HASH}-640x480.jpg`, undefined, true],
  [`${HASH}-640x480.png`, undefined, true],
  [`${HASH}-640x480.avif`, undefined, true],
  [`${HASH}-640x480-031.webp`, '031', true],
  [`${HASH}-640x480-031a.webp`, '031', false],
  [`${HASH}-640x480-333a.gif`, '333', false],
  [`${HASH}-640x480-x.png`, undefined, true],
  [`${HASH}-640x480-xa.gif`, undefined, false],
])('%s is 640 × 480, of the tint %s, surely still: %s', (name, tint, still) => {
  expect(isImageName(name)).toBe(true);
  expect(isUploadPath(`/uploads/${name}`)).toBe(true);
  expect(sizeFromName(`/uploads/${name}`)).toEqual({ width: 640, height: 480 });
  expect(placeholderColourFromName(name)).toBe(tint);
  expect(isStillName(name)).toBe(still);
});

test.each([
  '',
  'a.png',
  `${HASH}-640x480-031`,
  `${HASH}-640x480-031.svg`,
  `${HASH}-640x480-041.png`,
  `${HASH}-640x480-03.png`,
  `${HASH}-640x480-031b.png`,
  `${HASH}-640x480-a.png`,
  `${HASH}-640x480-031.png.webp`,
  `${HASH}-640x480.png\n`,
  `../${HASH}-640x480.png`,
  `${HASH}-../-640x480.png`,
  `${HASH}-x-640x480.png`,
  `${HASH}-1x1-640x480.png`,
  `${HASH.slice(1)}-640x480.png`,
])('%j is no name of an upload', (name) => {
  expect(isImageName(name)).toBe(false);
  expect(isUploadPath(`/uploads/${name}`)).toBe(false);
});

test('a still picture comes as AVIF in its own width too, as far as the set of widths goes', () => {
  expect(widthsOf(`${HASH}-700x350-000.png`, 'webp')).toEqual([320, 480, 640]);
  expect(widthsOf(`${HASH}-700x350-000.png`, 'avif')).toEqual([320, 480, 640, 700]);
  expect(widthsOf(`${HASH}-1600x900-000.png`, 'avif').at(-1)).toBe(1600);
  expect(widthsOf(`${HASH}-4000x2000-000.png`, 'avif')).toEqual([...IMAGE_WIDTHS]);
  expect(widthsOf(`${HASH}-320x200-000.png`, 'avif')).toEqual([]);
});

test('what moves or might move is not offered as AVIF', () => {
  for (const name of [`${HASH}-700x350-000a.webp`, `${HASH}-700x350.webp`]) {
    expect(widthsOf(name, 'avif')).toEqual([]);
    expect(widthsOf(name, 'webp')).toEqual([320, 480, 640]);
  }
});

test('nothing is offered that would be higher than its format allows', () => {
  expect(widthsOf(`${HASH}-1000x40000-000.png`, 'webp')).toEqual([320]);
  expect(widthsOf(`${HASH}-1000x40000-000.png`, 'avif')).toEqual([320]);
  expect(widthsOf('a.png', 'webp')).toEqual([]);
});

test('addresses name the width before the picture and the format after it', () => {
  const path = `/uploads/${HASH}-400x300-121.jpg`;
  expect(variantPath(path, 320, 'avif')).toBe(`/uploads/320/${HASH}-400x300-121.jpg.avif`);
  expect(srcsetOf(`https://api.example${path}`, 'avif')).toBe(
    [
      `https://api.example/uploads/320/${HASH}-400x300-121.jpg.avif 320w`,
      `https://api.example/uploads/400/${HASH}-400x300-121.jpg.avif 400w`,
    ].join(', '),
  );
  expect(srcsetOf(`/uploads/${HASH}-300x300-121.jpg`, 'avif')).toBe('');
});

test('no width is larger than the picture, none comes twice, whatever its size', () => {
  const side = fc.integer({ min: 1, max: 99_999_999 });
  fc.assert(
    fc.property(side, side, fc.constantFrom('avif' as const, 'webp' as const), (w, h, format) => {
      const widths = widthsOf(`${HASH}-${w}x${h}-123.png`, format);
      expect(widths).toEqual([...new Set(widths)].toSorted((a, b) => a - b));
      expect(widths.every((width) => width <= w && width <= 1600)).toBe(true);
    }),
  );
});
