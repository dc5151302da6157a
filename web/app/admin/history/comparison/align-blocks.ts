import { diffArrays } from 'diff';
import { isWord, wordsOf } from './compare-words.ts';
import { type ReaderBlock, textOf } from './reader-blocks.ts';

/** The indexes of a block in both versions; null where the version does not have it. */
export type Row = {
  readonly from: number | null;
  readonly to: number | null;
  readonly kind: 'same' | 'changed' | 'removed' | 'added' | 'moved' | 'left';
};

/** Beyond these limits, every block that both versions have is shown as moved. */
const LIMITS = { maxEditLength: 2_000, timeout: 300 };
/** The share of common words from which two blocks count as one that was changed. */
const MIN_LIKENESS = { beside: 0.4, elsewhere: 0.6 };
const MAX_COMPARED = 2_500;
/** Fewer words are often the same by chance. */
const MIN_WORDS_MOVED = 4;

export function identity({ name, around, pieces, picture, detail }: ReaderBlock): string {
  return JSON.stringify([name, around, pieces, picture, detail]);
}

type Bag = { readonly counts: ReadonlyMap<string, number>; readonly size: number };

function bagOf(block: ReaderBlock): Bag {
  const counts = new Map<string, number>();
  let size = 0;
  for (const { text } of wordsOf(block.pieces)) {
    if (!isWord(text)) continue;
    counts.set(text, (counts.get(text) ?? 0) + 1);
    size += 1;
  }
  return { counts, size };
}

function share(a: Bag, b: Bag): number {
  const [small, large] = a.counts.size <= b.counts.size ? [a, b] : [b, a];
  let common = 0;
  for (const [word, count] of small.counts) common += Math.min(count, large.counts.get(word) ?? 0);
  return (2 * common) / Math.max(1, a.size + b.size);
}

function createLikeness() {
  const bags = new WeakMap<ReaderBlock, Bag>();
  const bag = (block: ReaderBlock) => {
    const known = bags.get(block) ?? bagOf(block);
    bags.set(block, known);
    return known;
  };
  /** Likeness is a number from 0 to 1. */
  return {
    words: (block: ReaderBlock) => bag(block).size,
    of(a: ReaderBlock, b: ReaderBlock): number {
      if (a.picture || b.picture) {
        if (!a.picture || !b.picture) return 0;
        return a.picture.src === b.picture.src ? 1 : MIN_LIKENESS.beside;
      }
      if (textOf(a) === '' || textOf(b) === '') return a.name === b.name ? MIN_LIKENESS.beside : 0;
      return share(bag(a), bag(b));
    },
  };
}

type Blocks = readonly ReaderBlock[];
type Pair = { readonly from: number; readonly to: number };
/** The blocks between two that are the same. */
type Gap = { readonly from: readonly number[]; readonly to: readonly number[] };

function indexesIn(list: readonly number[], other: readonly number[]): number[] {
  const known = new Set(other);
  return [...list.keys()].filter((index) => known.has(list[index] as number));
}

/** Blocks that only one version has are left out before the diff. */
function samePairs(from: readonly number[], to: readonly number[]): Pair[] {
  const [a, b] = [indexesIn(from, to), indexesIn(to, from)];
  const changes = diffArrays(
    a.map((index) => from[index]),
    b.map((index) => to[index]),
    LIMITS,
  );
  let [i, j] = [0, 0];
  return (changes ?? []).flatMap(({ value, removed, added }): Pair[] => {
    const pairs = value.map((_, n) => ({ from: a[i + n] as number, to: b[j + n] as number }));
    if (!added) i += value.length;
    if (!removed) j += value.length;
    return removed || added ? [] : pairs;
  });
}

function range(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, index) => start + index);
}

function gapsBetween(pairs: readonly Pair[], end: Pair): Gap[] {
  let start: Pair = { from: 0, to: 0 };
  return [...pairs, end].map((pair) => {
    const gap = { from: range(start.from, pair.from), to: range(start.to, pair.to) };
    start = { from: pair.from + 1, to: pair.to + 1 };
    return gap;
  });
}

function numbered(...lists: readonly Blocks[]): number[][] {
  const numbers = new Map<string, number>();
  return lists.map((blocks) =>
    blocks.map((block) => {
      const key = identity(block);
      const number = numbers.get(key) ?? numbers.size;
      numbers.set(key, number);
      return number;
    }),
  );
}

function without(gaps: readonly Gap[], pairs: readonly Pair[]): Gap[] {
  const from = new Set(pairs.map((pair) => pair.from));
  const to = new Set(pairs.map((pair) => pair.to));
  return gaps.map((gap) => ({
    from: gap.from.filter((index) => !from.has(index)),
    to: gap.to.filter((index) => !to.has(index)),
  }));
}

function exactMoves(
  gaps: readonly Gap[],
  numbers: { readonly from: readonly number[]; readonly to: readonly number[] },
  isHeavy: (from: number) => boolean,
): Pair[] {
  const waiting = new Map<number | undefined, number[]>();
  for (const from of gaps.flatMap((gap) => gap.from)) {
    if (!isHeavy(from)) continue;
    const number = numbers.from[from];
    waiting.set(number, [...(waiting.get(number) ?? []), from]);
  }
  return gaps
    .flatMap((gap) => gap.to)
    .flatMap((to) => {
      const from = waiting.get(numbers.to[to])?.shift();
      return from === undefined ? [] : [{ from, to }];
    });
}

/** Finds the pairs, in the order of both versions, that are most alike in total. */
function alikeInOrder({ from, to }: Gap, likeness: (from: number, to: number) => number): Pair[] {
  if (from.length * to.length > MAX_COMPARED) return alikeNearby({ from, to }, likeness);
  const width = to.length + 1;
  const best = new Float64Array((from.length + 1) * width);
  const scores = new Float64Array(best.length);
  const at = (i: number, j: number) => i * width + j;
  for (let i = from.length - 1; i >= 0; i -= 1) {
    for (let j = to.length - 1; j >= 0; j -= 1) {
      const score = likeness(from[i] as number, to[j] as number);
      scores[at(i, j)] = score;
      const paired = score >= MIN_LIKENESS.beside ? score + (best[at(i + 1, j + 1)] ?? 0) : 0;
      best[at(i, j)] = Math.max(paired, best[at(i + 1, j)] ?? 0, best[at(i, j + 1)] ?? 0);
    }
  }
  const pairs: Pair[] = [];
  for (let i = 0, j = 0; i < from.length && j < to.length; ) {
    const [here, score] = [best[at(i, j)], scores[at(i, j)] ?? 0];
    const isPair = score >= MIN_LIKENESS.beside && here === score + (best[at(i + 1, j + 1)] ?? 0);
    if (isPair) pairs.push({ from: from[i++] as number, to: to[j++] as number });
    else if (here === best[at(i + 1, j)]) i += 1;
    else j += 1;
  }
  return pairs;
}

const NEARBY = 10;

/** For many blocks: pairs each with the first of the next ones that is alike. */
function alikeNearby({ from, to }: Gap, likeness: (from: number, to: number) => number): Pair[] {
  const pairs: Pair[] = [];
  let start = 0;
  for (const each of from) {
    const found = to
      .slice(start, start + NEARBY)
      .findIndex((other) => likeness(each, other) >= MIN_LIKENESS.beside);
    if (found === -1) continue;
    pairs.push({ from: each, to: to[start + found] as number });
    start += found + 1;
  }
  return pairs;
}

function alikeElsewhere(
  gaps: readonly Gap[],
  likeness: (from: number, to: number) => number,
  isHeavy: (from: number) => boolean,
): Pair[] {
  const from = gaps.flatMap((gap) => gap.from).filter(isHeavy);
  const free = new Set(gaps.flatMap((gap) => gap.to));
  if (from.length * free.size > MAX_COMPARED) return [];
  return from.flatMap((each) => {
    const candidates = [...free].map((to) => ({ from: each, to, score: likeness(each, to) }));
    const best = candidates.toSorted((a, b) => b.score - a.score)[0];
    if (!best || best.score < MIN_LIKENESS.elsewhere) return [];
    free.delete(best.to);
    return [{ from: each, to: best.to }];
  });
}

/** Pairs the blocks of two versions, in the order in which they are shown. */
export function alignBlocks(from: Blocks, to: Blocks): Row[] {
  const likeness = createLikeness();
  const alike = (a: number, b: number) => likeness.of(from[a] as ReaderBlock, to[b] as ReaderBlock);
  const isHeavy = (index: number) => {
    const block = from[index] as ReaderBlock;
    return block.picture !== null || likeness.words(block) >= MIN_WORDS_MOVED;
  };
  const [numbersFrom = [], numbersTo = []] = numbered(from, to);
  const same = samePairs(numbersFrom, numbersTo);
  const gaps = gapsBetween(same, { from: from.length, to: to.length });
  const isSame = (pair: Pair) => numbersFrom[pair.from] === numbersTo[pair.to];
  const moved = exactMoves(gaps, { from: numbersFrom, to: numbersTo }, isHeavy);
  const unmoved = without(gaps, moved);
  const changed = unmoved.flatMap((gap) => alikeInOrder(gap, alike));
  const movedAndChanged = alikeElsewhere(without(unmoved, changed), alike, isHeavy);
  return inOrder(from.length, to.length, {
    beside: [...same, ...changed].toSorted((a, b) => a.from - b.from),
    moved: [...moved, ...movedAndChanged],
    kindOf: (pair) => (isSame(pair) ? 'same' : 'changed'),
  });
}

type Found = {
  readonly beside: readonly Pair[];
  readonly moved: readonly Pair[];
  readonly kindOf: (pair: Pair) => Row['kind'];
};

function inOrder(fromCount: number, toCount: number, { beside, moved, kindOf }: Found): Row[] {
  const placeOfMoved = new Map(moved.map((pair) => [pair.to, pair.from]));
  const leaving = new Map(moved.map((pair) => [pair.from, pair.to]));
  const rows: Row[] = [];
  let [a, b] = [0, 0];
  const upTo = (pair: Pair) => {
    for (; a < pair.from; a += 1) {
      const target = leaving.get(a);
      rows.push({ from: a, to: target ?? null, kind: target === undefined ? 'removed' : 'left' });
    }
    for (; b < pair.to; b += 1) {
      const source = placeOfMoved.get(b);
      rows.push({ from: source ?? null, to: b, kind: source === undefined ? 'added' : 'moved' });
    }
  };
  for (const pair of beside) {
    upTo(pair);
    rows.push({ ...pair, kind: kindOf(pair) });
    [a, b] = [pair.from + 1, pair.to + 1];
  }
  upTo({ from: fromCount, to: toCount });
  return rows;
}
