import { expect, test } from 'vitest';
import { toSlug } from './to-slug.ts';

test.each([
  ['The Salt Roads!', 'the-salt-roads'],
  ['Ünïcode Ümlaut', 'unicode-umlaut'],
  [' as-it-is ', 'as-it-is'],
  ['Bad Slug', 'bad-slug'],
  ['  ', ''],
  ['word-'.repeat(30), 'word-'.repeat(16).slice(0, -1)],
])('the address %j becomes %j', async (typed, address) => {
  expect(await toSlug(typed)).toBe(address);
});

test('what has nothing to keep stays as it was typed, to be refused', async () => {
  expect(await toSlug('…!?')).toBe('…!?');
});
