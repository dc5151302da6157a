import { foldCase } from '@longhand/contract/fold-case';
import type { WordList } from '@longhand/contract/own-words';

export type Word = WordList['words'][number];

type Search = {
  readonly query: string;
  /** Whether its field has to be seen, as one that was refused. */
  readonly isAlwaysShown: (key: string) => boolean;
};

/** Those with the typed words in the default, in the own text or in the key; the owner's own first. */
export function findWords(
  words: readonly Word[],
  own: Readonly<Record<string, string>>,
  { query, isAlwaysShown }: Search,
): readonly Word[] {
  const asked = foldCase(query.trim());
  const matches = words.filter(
    (word) =>
      isAlwaysShown(word.key) ||
      [word.default, own[word.key] ?? '', word.key].some((text) => foldCase(text).includes(asked)),
  );
  // By what is saved: while one is typed, it stays where it is.
  const rank = (word: Word) => (word.own === null ? 1 : 0);
  return matches.toSorted((a, b) => rank(a) - rank(b));
}
