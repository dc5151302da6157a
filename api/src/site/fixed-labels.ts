import { escapeAttribute } from '@longhand/contract/search';
import { type OwnWords, wordsOf } from '@longhand/contract/words/catalogue';
import { EN } from '@longhand/contract/words/en';

type Language = { readonly language: string; readonly words: OwnWords };

const KEYS = [
  'rendered.heading-link',
  'rendered.table',
  'rendered.code',
  'rendered.footnote-back',
] as const;

const LABEL = new RegExp(` aria-label="(${KEYS.map((key) => EN[key]).join('|')})"`, 'g');

/**
 * Puts the labels that rendering adds to a text, which is stored in English, into the language of the
 * site: a change of language renders nothing again.
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
