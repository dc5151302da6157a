import { expect, test } from 'vitest';
import { firstWords } from './first-words.ts';

test('the excerpt comes first, else the visible text', () => {
  expect(firstWords({ excerpt: ' A  walk\nby the sea ', content: '<p>Text</p>' })).toBe(
    'A walk by the sea',
  );
  expect(firstWords({ excerpt: ' ', content: '<h2>Tides</h2><p>come &amp; <b>go</b></p>' })).toBe(
    'Tides come & go',
  );
  expect(firstWords({})).toBe('');
});

test('a long text is cut between two words, and a long word within', () => {
  expect(firstWords({ content: `<p>${'ebb and flow '.repeat(400)}</p>` })).toBe(
    'ebb and flow ebb and flow ebb and flow ebb and flow ebb and…',
  );
  expect(firstWords({ content: 'a'.repeat(100) })).toBe(`${'a'.repeat(60)}…`);
});

test('a tag that is cut is no text', () => {
  expect(firstWords({ content: `<p>Sea</p><img alt="${'x'.repeat(3_000)}">` })).toBe('Sea');
});
