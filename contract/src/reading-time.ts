// Apart from searching: not every browser can take words apart, and no reader's needs to.

const WORDS_PER_MINUTE = 230;
const words = new Intl.Segmenter('en', { granularity: 'word' });

/** Counts words in scripts that write without spaces, too. */
export function countWords(visibleContent: string): number {
  let count = 0;
  for (const segment of words.segment(visibleContent)) {
    if (segment.isWordLike) count += 1;
  }
  return count;
}

/** Whole minutes, at least one. */
export function readingMinutes(visibleContent: string): number {
  return Math.max(1, Math.ceil(countWords(visibleContent) / WORDS_PER_MINUTE));
}
