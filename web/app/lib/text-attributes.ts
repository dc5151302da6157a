import { directionOf } from '@longhand/contract/language';
import { hasTallLetters } from '@longhand/contract/letters';

type Language = string | null | undefined;

/** For a text of the owner: its direction, and its language if that is not the site's. */
export function languageAttributes(language: Language) {
  return language
    ? { lang: language, dir: directionOf(language) }
    : ({ lang: undefined, dir: 'auto' } as const);
}

/** With room for its letters. */
export function textAttributes(text = '', language?: Language) {
  return {
    ...languageAttributes(language),
    'data-tall': hasTallLetters(text) ? '' : undefined,
  } as const;
}
