import { escapeAttribute } from '@longhand/contract/posts/search';
import { ownWordProblem, type WordList } from '@longhand/contract/site/site-settings';
import { placeholdersOf, type Words } from '@longhand/contract/words';
import { CATALOGUE, type OwnWords, wordsOf } from '@longhand/contract/words/catalogue';
import { EN } from '@longhand/contract/words/en';
import { type WordLanguage, wordLanguageOf } from '@longhand/contract/words/languages';
import { z } from 'zod';
import { refuseSettings } from './setting-values.ts';

type Language = { readonly language: string; readonly words: OwnWords };

const KEYS = [
  'rendered.heading-link',
  'rendered.table',
  'rendered.code',
  'rendered.footnote-back',
] as const;

const LABEL = new RegExp(` aria-label="(${KEYS.map((key) => EN[key]).join('|')})"`, 'g');

/**
 * Translates the labels that rendering adds to a text. They are stored in English, so that a change of the
 * site's language renders nothing again.
 */
export function createLabeller({ language, words }: Language): (html: string) => string {
  const texts = wordsOf(language, words);
  if (KEYS.every((key) => texts[key] === EN[key])) return (html) => html;
  const labels = new Map<string, string>(KEYS.map((key) => [EN[key], texts[key]]));
  return (html) =>
    html.replace(LABEL, (_all, label: string) => {
      const text = labels.get(label) ?? label;
      return ` aria-label="${escapeAttribute(text)}"`;
    });
}

const stored = z.record(z.string(), z.string());

/**
 * Own words are stored per language: another language shows its defaults, and the words come back with their
 * language.
 */
export function ownWordsName(language: WordLanguage): string {
  return `words.${language}`;
}

/** Words that cannot be used are left out: another version may have stored them. */
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

/** Adds the changes to the present words; a text of spaces counts as empty. */
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
