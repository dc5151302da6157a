import { languageName } from '@longhand/contract/language';
import { isLanguage } from '@longhand/contract/site/site-defaults';

/** Other languages can be typed as a code. */
const COMMON = [
  ...['af', 'ar', 'bg', 'bn', 'ca', 'cs', 'da', 'de', 'de-AT', 'de-CH', 'el', 'en-AU', 'en-CA'],
  ...['en-GB', 'en-US', 'es', 'es-MX', 'et', 'eu', 'fa', 'fi', 'fr', 'fr-CA', 'ga', 'he', 'hi'],
  ...['hr', 'hu', 'id', 'is', 'it', 'ja', 'ko', 'lt', 'lv', 'ms', 'nb', 'nl', 'pl', 'pt-BR'],
  ...['pt-PT', 'ro', 'ru', 'sk', 'sl', 'sr', 'sv', 'sw', 'ta', 'th', 'tr', 'uk', 'ur', 'vi'],
  ...['zh-Hans', 'zh-Hant'],
];

export type Language = { readonly code: string; readonly name: string };

export function commonLanguages(): Language[] {
  return COMMON.filter(isLanguage)
    .map((code) => ({ code, name: languageName(code) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}
