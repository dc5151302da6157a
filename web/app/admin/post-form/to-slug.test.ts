import { expect, test } from 'vitest';
import { toSlug } from './to-slug.ts';

test.each([
  ['The Salt Roads!', 'the-salt-roads'],
  ['Ünïcode Ümlaut', 'unicode-umlaut'],
  [' as-it-is ', 'as-it-is'],
  ['Bad Slug', 'bad-slug'],
  ['  ', ''],
  ['word-'.repeat(30), 'word-'.repeat(16).slice(0, -1)],
])('%j becomes the slug %j', async (typed, address) => {
  expect(await toSlug(typed)).toBe(address);
});

test('letters are spelled out as in the language', async () => {
  expect(await toSlug('Über uns', 'de')).toBe('ueber-uns');
});

test('a text without usable characters stays as typed, for the server to refuse', async () => {
  expect(await toSlug('…!?')).toBe('…!?');
});
