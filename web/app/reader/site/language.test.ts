import { expect, test } from 'vitest';
import { directionOf, openGraphLocale } from './language.ts';

test.each([
  ['en-US', undefined, 'en_US'],
  ['de', undefined, 'de_DE'],
  ['zh-Hant-TW', undefined, 'zh_TW'],
  ['ar', 'rtl', 'ar_EG'],
  ['he-IL', 'rtl', 'he_IL'],
  ['az-Arab', 'rtl', 'az_IR'],
  ['ur-Latn', undefined, 'ur_PK'],
])('%s is written %s, and in Open Graph %s', (language, direction, locale) => {
  expect(directionOf(language)).toBe(direction);
  expect(openGraphLocale(language)).toBe(locale);
});
