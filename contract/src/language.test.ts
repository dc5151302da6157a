import { expect, test } from 'vitest';
import { directionOf, isSameLanguage, languageName } from './language.ts';

test.each([
  ['de', 'de-DE', true],
  ['en', 'en-US', true],
  ['zh', 'zh-Hans', true],
  ['zh', 'zh-TW', false],
  ['de', 'de-AT', false],
  ['pt', 'pt-PT', false],
  ['nb', 'nn', false],
])('%s and %s are the same language: %s', (a, b, isSame) => {
  expect(isSameLanguage(a, b)).toBe(isSame);
});

test('a language is named in itself, and has the direction of its script', () => {
  expect(['de', 'fr', 'pt-BR'].map(languageName)).toEqual([
    'Deutsch',
    'Français',
    'Português (Brasil)',
  ]);
  expect(languageName('no language')).toBe('no language');
  expect(['ar', 'he', 'fa', 'ur', 'en', 'ja'].map(directionOf)).toEqual([
    ...['rtl', 'rtl', 'rtl', 'rtl'],
    ...['ltr', 'ltr'],
  ]);
});
