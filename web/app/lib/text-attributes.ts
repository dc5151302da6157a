import { directionOf } from '@longhand/contract/language';
import { hasTallLetters } from '@longhand/contract/text/text-rules';

type Language = string | null | undefined;

/** Returns the direction of a text of the owner, and its language if that is not the site's. */
export function languageAttributes(language: Language) {
  return language
    ? { lang: language, dir: directionOf(language) }
    : ({ lang: undefined, dir: 'auto' } as const);
}

/** The class makes room for tall letters. */
export function textAttributes(text = '', language?: Language) {
  return {
    ...languageAttributes(language),
    'data-tall': hasTallLetters(text) ? '' : undefined,
  } as const;
}
