/** Those that have words of their own. Apart from the words, which no browser loads all. */
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

/** Whose words a site in this language shows: English where there are none. */
export function wordLanguageOf(tag: string): WordLanguage {
  const { language, script } = new Intl.Locale(tag).maximize();
  if (language === 'zh' && script !== 'Hans') return 'en';
  return WORD_LANGUAGES.find((each) => each === language) ?? 'en';
}
