import { type SiteSettingsInput, siteSettingsInput } from '@longhand/contract/site-settings';
import { WORD_LANGUAGES } from '@longhand/contract/words/languages';
import { ownWordsName, parseOwnWords } from './own-words.ts';

type Settings = Readonly<Record<string, unknown>>;

const { words: _words, ...FIELDS } = siteSettingsInput.shape;

function isField(name: string): name is keyof typeof FIELDS {
  return Object.hasOwn(FIELDS, name);
}

/** Those that are valid and that `isFree`: what the owner has set here stays. */
export function usableSettings(
  settings: Settings,
  isFree: (name: string) => boolean,
): SiteSettingsInput {
  const usable = Object.entries(settings).flatMap(([name, value]) => {
    if (!isField(name) || !isFree(name)) return [];
    const parsed = FIELDS[name].safeParse(value);
    return parsed.success ? [[name, parsed.data]] : [];
  });
  return Object.fromEntries(usable);
}

/** The own words of each language, as they are stored. */
export function usableWords(settings: Settings, isFree: (name: string) => boolean) {
  return WORD_LANGUAGES.flatMap((language) => {
    const name = ownWordsName(language);
    if (!isFree(name) || settings[name] === undefined) return [];
    const words = parseOwnWords(JSON.stringify(settings[name]), language);
    return Object.keys(words).length === 0 ? [] : [{ name, value: JSON.stringify(words) }];
  });
}
