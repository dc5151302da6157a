import { ownWordProblem, type WordList } from '@longhand/contract/own-words';
import { placeholdersOf, type Words } from '@longhand/contract/words';
import { CATALOGUE, type OwnWords } from '@longhand/contract/words/catalogue';
import { type WordLanguage, wordLanguageOf } from '@longhand/contract/words/languages';
import { z } from 'zod';
import { refuseSettings } from './refuse-settings.ts';

const stored = z.record(z.string(), z.string());

/** The stored ones belong to a language: another one shows its defaults, and they come back with it. */
export function ownWordsName(language: WordLanguage): string {
  return `words.${language}`;
}

/** Those that cannot be used are left out: another version may have stored them. */
export function parseOwnWords(json: string | undefined, language: WordLanguage): OwnWords {
  if (json === undefined) return {};
  try {
    const entries = Object.entries(stored.parse(JSON.parse(json)));
    return Object.fromEntries(
      entries.filter(([key, text]) => ownWordProblem(CATALOGUE[language], key, text) === undefined),
    );
  } catch {
    return {};
  }
}

type Changes = Readonly<Record<string, string | null>> | null;

function refuseInvalid(words: Words, changes: NonNullable<Changes>): void {
  const problems = Object.entries(changes).flatMap(([key, text]): [string, string][] => {
    const problem = ownWordProblem(words, key, text ?? words[key as keyof Words] ?? 'none');
    return problem === undefined ? [] : [[`words.${key}`, problem]];
  });
  refuseSettings(problems);
}

/** What was changed, over what there is; a text of spaces is an empty one. */
export function changeOwnWords(
  tag: string,
  present: OwnWords,
  changes: Changes,
): { readonly name: string; readonly words: OwnWords } {
  const language = wordLanguageOf(tag);
  const name = ownWordsName(language);
  if (changes === null) return { name, words: {} };
  refuseInvalid(CATALOGUE[language], changes);
  const changed = Object.entries({ ...present, ...changes })
    .filter((entry): entry is [string, string] => entry[1] !== null)
    .map(([key, text]) => [key, text.trim() === '' ? '' : text]);
  return { name, words: Object.fromEntries(changed) };
}

export function listWords(tag: string, own: OwnWords): WordList {
  const defaults: [string, string][] = Object.entries(CATALOGUE[wordLanguageOf(tag)] as Words);
  return {
    words: defaults.map(([key, text]) => ({
      key,
      default: text,
      own: own[key as keyof OwnWords] ?? null,
      placeholders: placeholdersOf(text),
    })),
  };
}
