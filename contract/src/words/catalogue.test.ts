import { describe, expect, test } from 'vitest';
import { createTranslator, placeholdersOf } from '../words.ts';
import { CATALOGUE, wordsOf } from './catalogue.ts';
import { EN } from './en.ts';
import { WORD_LANGUAGES, wordLanguageOf } from './languages.ts';

const PLURAL_FORM = /\.(zero|one|two|few|many|other)$/;
const entriesOf = (language: keyof typeof CATALOGUE): [string, string][] =>
  Object.entries(CATALOGUE[language]);

/** A single word can be the same in two languages, like Blog. */
const isPhrase = (text: string) => /\p{L}\s+\p{L}/u.test(text.replaceAll(/\{\w+\}/g, ''));

test.each([
  ['en-US', 'en'],
  ['de-AT', 'de'],
  ['fr-CA', 'fr'],
  ['pt-PT', 'pt'],
  ['zh-CN', 'zh'],
  ['zh', 'zh'],
  ['zh-Hant', 'en'],
  ['zh-TW', 'en'],
  ['zh-HK', 'en'],
  ['fa', 'en'],
  ['cy', 'en'],
])('a site in %s has the words of %s', (tag, language) => {
  expect(wordLanguageOf(tag)).toBe(language);
  expect(wordsOf(tag)['header.home']).toBe(CATALOGUE[language as 'en']['header.home']);
});

describe.each(WORD_LANGUAGES)('%s', (language) => {
  test('has each plural form of its language, and no other', () => {
    const forms = [...new Intl.PluralRules(language).resolvedOptions().pluralCategories].sort();
    const plurals = Map.groupBy(
      entriesOf(language).filter(([key]) => PLURAL_FORM.test(key)),
      ([key]) => key.replace(PLURAL_FORM, ''),
    );
    expect(plurals.size).toBe(3);
    for (const [, texts] of plurals)
      expect(texts.map(([key]) => key.replace(/.*\./, '')).sort()).toEqual(forms);
  });

  test('has the placeholders of English in each text', () => {
    for (const [key, text] of entriesOf(language)) {
      const english = (EN as Record<string, string>)[key.replace(PLURAL_FORM, '.other')];
      const original = (EN as Record<string, string>)[key] ?? english ?? '';
      expect(placeholdersOf(text).sort(), key).toEqual(placeholdersOf(original).sort());
    }
  });

  test('has texts of one line that begin and end with a sign', () => {
    for (const [key, text] of entriesOf(language)) {
      expect(text.trim(), key).toBe(text);
      expect(text, key).toMatch(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069<>]+$/u);
      expect(text, key).toBe(text.normalize('NFC'));
    }
  });

  test('leaves no English', () => {
    if (language === 'en') return;
    const same = entriesOf(language).filter(
      ([key, text]) => (EN as Record<string, string>)[key] === text && isPhrase(text),
    );
    expect(same).toEqual([]);
  });
});

test('a number chooses the form of the language', () => {
  const count = (language: 'pl' | 'en' | 'ja', number: number) =>
    createTranslator({ language, direction: 'ltr', words: CATALOGUE[language] }).count(
      'blog.found',
      number,
    );
  expect(count('en', 1)).toBe('1 post');
  expect(count('en', 1234)).toBe('1234 posts');
  expect(new Set([1, 3, 5].map((number) => count('pl', number).replace(/\d/, ''))).size).toBe(3);
  expect(count('ja', 1)).toContain('1');
});

test('a value that looks like a placeholder stays as it is', () => {
  const words = createTranslator({ language: 'en', direction: 'ltr', words: EN });
  expect(words.text('topic.description', { topic: '{site}', site: '$&' })).toBe(
    'Everything on {site} from $&.',
  );
});
