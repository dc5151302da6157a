import { expect, test } from 'vitest';
import { imageAttributes, imageUrl, withImageHost } from './images.ts';

const HASH = 'a'.repeat(32);
const HOST = 'https://api.example';

test('image paths are prefixed with the API’s host; URLs stay as they are', () => {
  expect(imageUrl('/uploads/a.png', HOST)).toBe('https://api.example/uploads/a.png');
  expect(imageUrl('uploads/a.png', '')).toBe('/uploads/a.png');
  expect(imageUrl('http://b.example/a.png', HOST)).toBe('http://b.example/a.png');
});

test('the API’s host is put before every image path in a post', () => {
  expect(
    withImageHost(
      '<picture><source srcset="/uploads/320/a.avif 320w, /uploads/640/a.avif 640w" /><img alt="" src="/uploads/a.png" srcset="/uploads/320/a.webp 320w,/uploads/a.png 640w" /></picture>',
      HOST,
    ),
  ).toBe(
    '<picture><source srcset="https://api.example/uploads/320/a.avif 320w, https://api.example/uploads/640/a.avif 640w" /><img alt="" src="https://api.example/uploads/a.png" srcset="https://api.example/uploads/320/a.webp 320w,https://api.example/uploads/a.png 640w" /></picture>',
  );
});

test.each([
  '<p>src="/uploads/a.png" and &lt;img src="/uploads/a.png"&gt;</p>',
  '<img alt="see /uploads/a.png" title=" src=" src="https://b.example/uploads/a.png" />',
  '<img alt="" src="https://b.example/?/uploads/" srcset="https://b.example/uploads/a.png 2x" />',
])('%s has no upload path to change', (html) => {
  expect(withImageHost(html, HOST)).toBe(html);
});

test('with the API on the same host, a post stays as it is', () => {
  const html = '<img src="/uploads/a.png" />';
  expect(withImageHost(html, '')).toBe(html);
});

test('an upload has a srcset with every smaller width; a remote image has none', () => {
  const name = `/uploads/${HASH}-700x350.jpg`;
  const attributes = imageAttributes(name, 'card', '');
  expect(attributes).toMatchObject({
    src: name,
    width: 700,
    height: 350,
    placeholderClass: undefined,
  });
  expect('srcSet' in attributes && attributes.srcSet.split(', ')).toEqual([
    `/uploads/320/${HASH}-700x350.jpg.webp 320w`,
    `/uploads/480/${HASH}-700x350.jpg.webp 480w`,
    `/uploads/640/${HASH}-700x350.jpg.webp 640w`,
    `${name} 700w`,
  ]);
  expect(imageAttributes('https://example.com/a-9x9.png', 'card', '')).not.toHaveProperty('srcSet');
});

test('an upload that is not animated has AVIF variants; every upload has its placeholder colour', () => {
  const name = `${HASH}-400x200-120.webp`;
  expect(imageAttributes(`/uploads/${name}`, 'card', HOST)).toMatchObject({
    placeholderClass: 'tint-120',
    avif: `${HOST}/uploads/320/${name}.avif 320w, ${HOST}/uploads/400/${name}.avif 400w`,
  });
  expect(imageAttributes(`/uploads/${HASH}-400x200-120a.webp`, 'card', '')).toMatchObject({
    placeholderClass: 'tint-120',
    avif: '',
  });
});
