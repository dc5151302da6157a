import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isReservedSlug, slugInput } from './slug.ts';
import { numberedSlug, slugFromTitle } from './slug-from-title.ts';

test.each([
  ['Hello, World!', 'hello-world'],
  ['Crème brûlée à la carte', 'creme-brulee-a-la-carte'],
  ['Привет мир', 'privet-mir'],
  ['東京', 'dongjing'],
  ['Salt & Pepper', 'salt-and-pepper'],
  ["Don’t stop: it's fine", 'dont-stop-its-fine'],
  ['  --2024--  ', '2024'],
  ['C++ and C#', 'c-and-c'],
  ['🎉', 'tada'],
  ['…!?', ''],
])('the title %j gives the slug %j', (title, slug) => {
  expect(slugFromTitle(title)).toBe(slug);
});

test.each([
  ['de', 'Größe über Äpfel, ÖL', 'groesse-ueber-aepfel-oel'],
  ['de-AT', 'Tu\u0308r', 'tuer'],
  ['en-US', 'Größe über', 'grosse-uber'],
  ['sv', 'Över ön', 'over-on'],
])('in %s, the title %j gives the slug %j', (language, title, slug) => {
  expect(slugFromTitle(title, language)).toBe(slug);
});

test('a long title is cut at a word, so that the slug has at most 80 characters', () => {
  const slug = slugFromTitle('word '.repeat(40));
  expect(slug).toBe('word-'.repeat(16).slice(0, -1));
  expect(slugFromTitle('x'.repeat(300))).toHaveLength(80);
  expect(slugFromTitle(`${'a'.repeat(80)} b`)).toBe('a'.repeat(80));
});

test('numbers start at two and never make a slug too long', () => {
  expect(numberedSlug('post', 1)).toBe('post');
  expect(numberedSlug('post', 2)).toBe('post-2');
  expect(numberedSlug('a'.repeat(80), 12)).toBe(`${'a'.repeat(77)}-12`);
});

test('reserved words and malformed slugs are refused', () => {
  for (const slug of ['new', 'feed', 'Hello', 'a--b', '-a', 'a-', 'a b', '', 'ä', 'a'.repeat(81)]) {
    expect(slugInput.safeParse(slug).success, slug).toBe(false);
  }
  expect(slugInput.parse('a-2')).toBe('a-2');
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({ unit: 'grapheme-ascii', maxLength: 400 }),
);

test('every title whatever gives a valid slug or none, numbered ones included', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 2, max: 1_000_000 }), (title, number) => {
      const base = slugFromTitle(title);
      if (base === '') return;
      const numbered = numberedSlug(base, number);
      for (const slug of [base, numbered]) {
        expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(slug.length).toBeLessThanOrEqual(80);
        expect(slugInput.safeParse(slug).success).toBe(!isReservedSlug(slug));
      }
    }),
    { numRuns: 500 },
  );
});
