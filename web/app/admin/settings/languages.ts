import { isLanguage } from '@longhand/contract/site-defaults';

/** More can be typed as a code. */
const COMMON = [
  ...['af', 'ar', 'bg', 'bn', 'ca', 'cs', 'da', 'de', 'de-AT', 'de-CH', 'el', 'en-AU', 'en-CA'],
  ...['en-GB', 'en-US', 'es', 'es-MX', 'et', 'eu', 'fa', 'fi', 'fr', 'fr-CA', 'ga', 'he', 'hi'],
  ...['hr', 'hu', 'id', 'is', 'it', 'ja', 'ko', 'lt', 'lv', 'ms', 'nb', 'nl', 'pl', 'pt-BR'],
  ...['pt-PT', 'ro', 'ru', 'sk', 'sl', 'sr', 'sv', 'sw', 'ta', 'th', 'tr', 'uk', 'ur', 'vi'],
  ...['zh-Hans', 'zh-Hant'],
];

export type Language = { readonly code: string; readonly name: string };

/** In the language itself; the code where the browser does not know it. */
export function languageName(code: string): string {
  try {
    const names = new Intl.DisplayNames(code, { type: 'language', languageDisplay: 'standard' });
    const name = names.of(code) ?? code;
    return name.slice(0, 1).toLocaleUpperCase(code) + name.slice(1);
  } catch {
    return code;
  }
}

export function commonLanguages(): Language[] {
  return COMMON.filter(isLanguage)
    .map((code) => ({ code, name: languageName(code) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}
