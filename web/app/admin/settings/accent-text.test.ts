import { PALETTE } from '@longhand/contract/colours/palette';
import { expect, test } from 'vitest';
import { accentReason, normalizeAccent, sampleColours } from './accent-text.ts';

test.each([
  ['#97371A', '#97371a'],
  [' 97371a ', '#97371a'],
  ['#ABC', '#aabbcc'],
  ['abc', '#aabbcc'],
  ['', ''],
  ['red', 'red'],
  ['#12345', '#12345'],
])('%j is meant as %j', (typed, meant) => {
  expect(normalizeAccent(typed)).toBe(meant);
});

test('half a colour is no mistake while it is being typed', () => {
  expect(accentReason('#97', true)).toBeNull();
  expect(accentReason('#97', false)).toMatch(/must be a colour/);
});

test('a colour with too little contrast is refused at once, the default never', () => {
  expect(accentReason('#ffee00', true)).toMatch(/contrast/);
  expect(accentReason('FFEE00', false)).toMatch(/contrast/);
  expect(accentReason('#0b5d3b', false)).toBeNull();
  expect(accentReason('', false)).toBeNull();
});

test('the sample shows the default, a refused colour, and nothing for half a one', () => {
  expect(sampleColours('')?.light.accent).toBe(PALETTE.light.accent);
  expect(sampleColours('#ffee00')?.light.accent).toBe('#ffee00');
  expect(sampleColours('#ffee')).toBeNull();
});
