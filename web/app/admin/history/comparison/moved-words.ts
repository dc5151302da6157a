import type { BlockDifference } from './compare-documents.ts';
import { isWord, type WordPart, wordsOf } from './compare-words.ts';

/** Fewer words are often the same by chance. */
const MIN_WORDS = 4;

function isLong(text: string): boolean {
  return wordsOf([{ text, marks: [] }]).filter((word) => isWord(word.text)).length >= MIN_WORDS;
}

/** Neighbours of one kind, whatever their formatting. */
type Phrase = { readonly text: string; readonly parts: readonly WordPart[] };

function phrasesOf(differences: readonly BlockDifference[], kind: WordPart['kind']): Phrase[] {
  return differences.flatMap(({ parts }) => {
    const phrases: { text: string; parts: WordPart[] }[] = [];
    let isOpen = false;
    for (const part of parts) {
      const last = phrases.at(-1);
      if (part.kind !== kind) isOpen = false;
      else if (isOpen && last) {
        last.text += part.text;
        last.parts.push(part);
      } else {
        phrases.push({ text: part.text, parts: [part] });
        isOpen = true;
      }
    }
    return phrases.map((phrase) => ({ ...phrase, text: phrase.text.trim() }));
  });
}

/** Words that were removed in one place and added in another, as they were, have moved. */
export function markMovedWords(differences: readonly BlockDifference[]): BlockDifference[] {
  const removed = Map.groupBy(phrasesOf(differences, 'removed'), ({ text }) => text);
  const kinds = new Map<WordPart, WordPart['kind']>();
  for (const added of phrasesOf(differences, 'added')) {
    const source = isLong(added.text) ? removed.get(added.text)?.shift() : undefined;
    if (!source) continue;
    for (const part of source.parts) kinds.set(part, 'left');
    for (const part of added.parts) kinds.set(part, 'arrived');
  }
  if (kinds.size === 0) return [...differences];
  return differences.map((difference) => ({
    ...difference,
    parts: difference.parts.map((part) => ({ ...part, kind: kinds.get(part) ?? part.kind })),
  }));
}
