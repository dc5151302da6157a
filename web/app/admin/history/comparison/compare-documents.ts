import { TooComplexError } from '../../content/document/parse-html.ts';
import { alignBlocks, identity, type Row } from './align-blocks.ts';
import { compareWords, markMovedWords, type WordPart, wordsOf } from './compare-words.ts';
import { describeChange } from './describe-change.ts';
import { type Picture, type ReaderBlock, readerBlocks } from './reader-blocks.ts';

export type BlockDifference = {
  readonly kind: Row['kind'];
  readonly block: ReaderBlock;
  readonly parts: readonly WordPart[];
  readonly replacedPicture: Picture | null;
  readonly notes: readonly string[];
  /** Null unless the block has moved. */
  readonly direction: 'up' | 'down' | null;
};

/** Lets the browser paint and handle input between two steps. */
async function pause(signal?: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  signal?.throwIfAborted();
}

const PAUSE_AFTER_MS = 16;

async function inSteps<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
  signal?: AbortSignal,
): Promise<Result[]> {
  const results: Result[] = [];
  let started = performance.now();
  for (const item of items) {
    results.push(work(item));
    if (performance.now() - started < PAUSE_AFTER_MS) continue;
    await pause(signal);
    started = performance.now();
  }
  return results;
}

function onlyHere(blocks: readonly ReaderBlock[], other: readonly ReaderBlock[]): ReaderBlock[] {
  const known = new Set(other.map(identity));
  return blocks.filter((block) => !known.has(identity(block)));
}

function partsOf({ pieces }: ReaderBlock, kind: WordPart['kind']): WordPart[] {
  return pieces.map((piece) => ({ ...piece, kind }));
}

function onlyOne(block: ReaderBlock, kind: 'removed' | 'added' | 'same'): BlockDifference {
  return {
    kind,
    block,
    parts: partsOf(block, kind),
    replacedPicture: null,
    notes: [],
    direction: null,
  };
}

function replacedPictureOf(before: ReaderBlock, after: ReaderBlock): Picture | null {
  return before.picture?.src === after.picture?.src ? null : before.picture;
}

type Versions = { readonly from: readonly ReaderBlock[]; readonly to: readonly ReaderBlock[] };

function differenceOf(row: Row, { from, to }: Versions): BlockDifference {
  const before = row.from === null ? undefined : from[row.from];
  const after = row.to === null ? undefined : to[row.to];
  if (!before || !after)
    return onlyOne((before ?? after) as ReaderBlock, before ? 'removed' : 'added');
  if (row.kind === 'same') return onlyOne(after, 'same');
  const direction = (row.to as number) < (row.from as number) ? 'up' : 'down';
  if (row.kind === 'left') return { ...onlyOne(before, 'same'), kind: 'left', direction };
  const parts = compareWords(before.pieces, after.pieces);
  return {
    ...{ kind: row.kind, block: after, parts, replacedPicture: replacedPictureOf(before, after) },
    notes: describeChange(before, after, parts),
    direction: row.kind === 'moved' ? direction : null,
  };
}

/**
 * The differences that readers see. Yields between steps so that the page stays responsive. Null if
 * the HTML is too complex.
 */
export async function compareDocuments(
  from: string,
  to: string,
  signal?: AbortSignal,
): Promise<readonly BlockDifference[] | null> {
  try {
    const blocks = { from: readerBlocks(from), to: [] as ReaderBlock[] };
    await pause(signal);
    blocks.to = readerBlocks(to);
    await pause(signal);
    const different = [...onlyHere(blocks.from, blocks.to), ...onlyHere(blocks.to, blocks.from)];
    await inSteps(different, ({ pieces }) => wordsOf(pieces), signal);
    const rows = alignBlocks(blocks.from, blocks.to);
    await pause(signal);
    return markMovedWords(await inSteps(rows, (row) => differenceOf(row, blocks), signal));
  } catch (error) {
    if (error instanceof TooComplexError) return null;
    throw error;
  }
}
