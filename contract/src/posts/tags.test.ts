import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeTags, sortTags, tagKey } from './tags.ts';

test('tags are split on commas, trimmed, and empty ones dropped', () => {
  expect(normalizeTags([' Tech , Finance', '', ' , ', 'Science'])).toEqual([
    'Tech',
    'Finance',
    'Science',
  ]);
});

test('the first spelling of a tag wins', () => {
  expect(normalizeTags(['AI', 'ai', 'Ai', 'STRASSE', 'Straße'])).toEqual(['AI', 'STRASSE']);
});

test('sorting ignores case and accents, and puts numbers in their order', () => {
  expect(sortTags(['zebra', 'Äpfel', 'apple', 'Web 10', 'Web 2'])).toEqual([
    'Äpfel',
    'apple',
    'Web 2',
    'Web 10',
    'zebra',
  ]);
});

test('whatever is sent, normal tags are non-empty, trimmed, unique, and stay as they are', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (tags) => {
      const normal = normalizeTags(tags);
      expect(normalizeTags(normal)).toEqual(normal);
      expect(new Set(normal.map(tagKey)).size).toBe(normal.length);
      for (const tag of normal) {
        expect(tag).toBe(tag.trim());
        expect(tag).not.toBe('');
        expect(tag).not.toContain(',');
      }
    }),
  );
});
