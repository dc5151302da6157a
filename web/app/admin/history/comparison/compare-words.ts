import { diffArrays } from 'diff';
import type { BlockDifference } from './compare-documents.ts';
import type { Piece } from './reader-blocks.ts';

export type WordPart = Piece & {
  /** `formatted` words have other marks than before; `left` and `arrived` words have moved. */
  readonly kind: 'same' | 'removed' | 'added' | 'formatted' | 'left' | 'arrived';
  readonly marksBefore?: readonly string[];
};

/** Beyond these limits, all words of a block are shown as replaced. */
const LIMITS = { maxEditLength: 1_000, timeout: 100 };

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

const found = new WeakMap<readonly Piece[], readonly Piece[]>();

/** Works for scripts without spaces, too. Cached, because segmenting takes most of the time. */
export function wordsOf(pieces: readonly Piece[]): readonly Piece[] {
  const known = found.get(pieces);
  if (known) return known;
  const words = pieces.flatMap(({ text, marks }) =>
    Array.from(segmenter.segment(text), ({ segment }) => ({ text: segment, marks })),
  );
  found.set(pieces, words);
  return words;
}

const WORD = /[\p{L}\p{N}]/u;

export function isWord(text: string): boolean {
  return WORD.test(text);
}

type Run = { readonly kind: WordPart['kind']; readonly words: readonly WordPart[] };

function isSameMarks(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((mark, index) => mark === b[index]);
}

function compareMarks(before: Piece, after: Piece): WordPart {
  if (isSameMarks(before.marks, after.marks)) return { ...after, kind: 'same' };
  // The formatting of a space is not visible, but joins the formatted words around it.
  return { ...after, kind: 'formatted', marksBefore: before.marks };
}

function runsOf(from: readonly Piece[], to: readonly Piece[]): Run[] {
  const texts = (words: readonly Piece[]) => words.map(({ text }) => text);
  const changes = diffArrays(texts(from), texts(to), LIMITS) ?? [
    { value: from, removed: true, added: false },
    { value: to, removed: false, added: true },
  ];
  let [a, b] = [0, 0];
  return changes.map(({ value: { length }, removed, added }): Run => {
    const [before, after] = [from.slice(a, a + length), to.slice(b, b + length)];
    if (!added) a += length;
    if (!removed) b += length;
    if (removed)
      return { kind: 'removed', words: before.map((word) => ({ ...word, kind: 'removed' })) };
    if (added) return { kind: 'added', words: after.map((word) => ({ ...word, kind: 'added' })) };
    const words = after.map((word, index) => compareMarks(before[index] ?? word, word));
    return { kind: 'same', words };
  });
}

/** A lone space or comma between two replacements is easier to read as a part of them. */
function isIncidental({ kind, words }: Run, index: number, runs: readonly Run[]): boolean {
  if (kind !== 'same' || words.some(({ text }) => isWord(text))) return false;
  const beside = [-2, -1, 1, 2].map((offset) => runs[index + offset]?.kind);
  const isBetween = beside[1] !== undefined && beside[2] !== undefined;
  return isBetween && beside.includes('removed') && beside.includes('added');
}

/** Puts removed words before added ones between two words that stay. */
function inOrder(runs: readonly Run[]): WordPart[] {
  const words: WordPart[] = [];
  let [removed, added]: [WordPart[], WordPart[]] = [[], []];
  const flush = () => {
    words.push(...removed, ...added);
    [removed, added] = [[], []];
  };
  for (const [index, run] of runs.entries()) {
    if (run.kind === 'removed') removed.push(...run.words);
    else if (run.kind === 'added') added.push(...run.words);
    else if (isIncidental(run, index, runs)) {
      removed.push(
        ...run.words.map(({ text, marks }) => ({ text, marks, kind: 'removed' }) as const),
      );
      added.push(...run.words.map(({ text, marks }) => ({ text, marks, kind: 'added' }) as const));
    } else {
      flush();
      words.push(...run.words);
    }
  }
  flush();
  return words;
}

function joined(words: readonly WordPart[]): WordPart[] {
  const parts: WordPart[] = [];
  for (const word of words) {
    const last = parts.at(-1);
    const isContinued =
      last?.kind === word.kind &&
      isSameMarks(last.marks, word.marks) &&
      isSameMarks(last.marksBefore ?? [], word.marksBefore ?? []);
    if (last && isContinued) parts.splice(-1, 1, { ...last, text: last.text + word.text });
    else parts.push(word);
  }
  return parts;
}

export function compareWords(from: readonly Piece[], to: readonly Piece[]): WordPart[] {
  return joined(inOrder(runsOf(wordsOf(from), wordsOf(to))));
}

/** Fewer words are often the same by chance. */
const MIN_WORDS = 4;

function isLong(text: string): boolean {
  return wordsOf([{ text, marks: [] }]).filter((word) => isWord(word.text)).length >= MIN_WORDS;
}

/** Neighbouring words of one kind, whatever their formatting. */
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

/** Words count as moved if they were removed in one place and added unchanged in another. */
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
