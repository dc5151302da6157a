import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareTexts, shorten } from './differences.tsx';

const sideOf = (from: string, to: string, kind: 'removed' | 'added') =>
  compareTexts(from, to)
    .filter((part) => part.kind === 'same' || part.kind === kind)
    .map(({ text }) => text)
    .join('');

test('the parts add up to the two texts', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), fc.string({ maxLength: 200 }), (from, to) => {
      expect(sideOf(from, to, 'removed')).toBe(from);
      expect(sideOf(from, to, 'added')).toBe(to);
    }),
  );
});

test('two long texts with nothing in common can be compared', () => {
  const from = Array.from({ length: 4000 }, (_, n) => `a${n}`).join('\n');
  const to = Array.from({ length: 4000 }, (_, n) => `b${n}`).join('\n');
  expect(sideOf(from, to, 'removed')).toBe(from);
  expect(sideOf(from, to, 'added')).toBe(to);
});

test('long unchanged parts are cut, changes are not', () => {
  const long = 'same '.repeat(500);
  const parts = shorten(compareTexts(`${long}old ${long}`, `${long}new ${long}`));
  const shown = parts.map(({ text }) => text).join('|');
  expect(shown.length).toBeLessThan(600);
  expect(parts).toContainEqual({ kind: 'removed', text: 'old' });
  expect(parts).toContainEqual({ kind: 'added', text: 'new' });
});
