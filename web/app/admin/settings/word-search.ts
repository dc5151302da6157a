import { foldCase } from '@longhand/contract/fold-case';
import type { WordList } from '@longhand/contract/own-words';

export type Word = WordList['words'][number];

type Search = {
  readonly query: string;
  /** Whether its field has to be seen, as one that was refused. */
  readonly isAlwaysShown: (key: string) => boolean;
};

/**
 * Those with the typed words in the default, in the own text or in the key; the owner's own first. By what is
 * saved: a field that is being changed stays where it is.
 */
export function findWords(
  words: readonly Word[],
  saved: Readonly<Record<string, string>>,
  { query, isAlwaysShown }: Search,
): readonly Word[] {
  const asked = foldCase(query.trim());
  const matches = words.filter(
    (word) =>
      isAlwaysShown(word.key) ||
      [word.default, saved[word.key] ?? '', word.key].some((text) =>
        foldCase(text).includes(asked),
      ),
  );
  const rank = ({ key }: Word) => (saved[key] === undefined ? 1 : 0);
  return matches.toSorted((a, b) => rank(a) - rank(b));
}
