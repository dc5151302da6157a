import { type OwnWords, wordsOf } from '@longhand/contract/words/catalogue';
import { wordLanguageOf } from '@longhand/contract/words/languages';
import type { Database } from '../database/tables.ts';
import { ownWordsName, parseOwnWords } from './own-words.ts';
import {
  DEFAULT_VALUES,
  environmentValues,
  isStoredName,
  locksOf,
  parseStored,
  type SettingValues,
  type SiteConfig,
} from './setting-values.ts';
import { listSettings } from './site.repository.ts';

type Rows = Awaited<ReturnType<typeof listSettings>>;

export function languageIn(rows: Rows): string {
  const row = rows.find(({ name }) => name === 'language');
  return (row && parseStored('language', row.value)?.language) ?? DEFAULT_VALUES.language;
}

export function ownWordsIn(rows: Rows, tag: string): OwnWords {
  const language = wordLanguageOf(tag);
  const row = rows.find(({ name }) => name === ownWordsName(language));
  return parseOwnWords(row?.value, language);
}

/** Sentences that the owner has not written are in the language of the site. */
function defaultsIn(language: string, own: OwnWords): SettingValues {
  const words = wordsOf(language, own);
  return {
    ...DEFAULT_VALUES,
    site_description: words['site.description'],
    blog_subtitle: words['site.subtitle'],
    words: own,
  };
}

/**
 * The environment wins over the database, which wins over the defaults. Stored values that cannot be used are
 * left out: they must not take the site down.
 */
export function createReadValues(
  db: Database,
  config: SiteConfig,
  onInvalid: (name: string) => void,
): () => Promise<SettingValues> {
  const fromEnvironment = environmentValues(config, locksOf(config));

  return async () => {
    const rows = await listSettings(db);
    const values: Partial<SettingValues> = {};
    for (const { name, value } of rows) {
      // A newer version may have stored this name.
      if (!isStoredName(name)) continue;
      const parsed = parseStored(name, value);
      if (parsed) Object.assign(values, parsed);
      else onInvalid(name);
    }
    const language = languageIn(rows);
    const own = ownWordsIn(rows, language);
    return { ...defaultsIn(language, own), ...values, ...fromEnvironment };
  };
}
