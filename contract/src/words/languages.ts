/**
 * These languages have words of their own. The list is separate from the words, because no browser loads all of those.
 */
export const WORD_LANGUAGES = [
  'en',
  'de',
  'fr',
  'es',
  'pt',
  'it',
  'nl',
  'pl',
  'uk',
  'tr',
  'ja',
  'zh',
  'ko',
  'ar',
  'he',
  'hi',
] as const;

export type WordLanguage = (typeof WORD_LANGUAGES)[number];

/** English if the language of a site has no words. */
export function wordLanguageOf(tag: string): WordLanguage {
  const { language, script } = new Intl.Locale(tag).maximize();
  if (language === 'zh' && script !== 'Hans') return 'en';
  return WORD_LANGUAGES.find((each) => each === language) ?? 'en';
}
