import { diffArrays } from 'diff';
import type { Piece } from './reader-blocks.ts';

export type WordPart = Piece & {
  /** `formatted`: the same words, with other marks. `left` and `arrived`: moved to or from elsewhere. */
  readonly kind: 'same' | 'removed' | 'added' | 'formatted' | 'left' | 'arrived';
  /** Of words that are formatted otherwise: the marks before. */
  readonly before?: readonly string[];
};

/** Beyond them all words of a block are shown as replaced. */
const LIMITS = { maxEditLength: 1_000, timeout: 100 };

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

const found = new WeakMap<readonly Piece[], readonly Piece[]>();

/** Also for scripts without spaces. Kept, as finding them takes most of the time. */
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
  // A formatted space is not seen, but it is between formatted words.
  return { ...after, kind: 'formatted', before: before.marks };
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

/** Between two replacements, a space or comma alone is easier to read as a part of them. */
function isIncidental({ kind, words }: Run, index: number, runs: readonly Run[]): boolean {
  if (kind !== 'same' || words.some(({ text }) => isWord(text))) return false;
  const beside = [-2, -1, 1, 2].map((offset) => runs[index + offset]?.kind);
  const isBetween = beside[1] !== undefined && beside[2] !== undefined;
  return isBetween && beside.includes('removed') && beside.includes('added');
}

/** All that is removed before a word that stays, then all that is added. */
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

/** Joins neighbours of the same kind and formatting. */
function joined(words: readonly WordPart[]): WordPart[] {
  const parts: WordPart[] = [];
  for (const word of words) {
    const last = parts.at(-1);
    const isContinued =
      last?.kind === word.kind &&
      isSameMarks(last.marks, word.marks) &&
      isSameMarks(last.before ?? [], word.before ?? []);
    if (last && isContinued) parts.splice(-1, 1, { ...last, text: last.text + word.text });
    else parts.push(word);
  }
  return parts;
}

/** The words of two versions of a block. */
export function compareWords(from: readonly Piece[], to: readonly Piece[]): WordPart[] {
  return joined(inOrder(runsOf(wordsOf(from), wordsOf(to))));
}
