// Apart from searching: not every browser can take words apart, and none needs to.

const WORDS_PER_MINUTE = 230;
const words = new Intl.Segmenter('en', { granularity: 'word' });

/** Whole minutes, at least one. Counts words in scripts that write without spaces, too. */
export function readingMinutes(visibleContent: string): number {
  let count = 0;
  for (const segment of words.segment(visibleContent)) {
    if (segment.isWordLike) count += 1;
  }
  return Math.max(1, Math.ceil(count / WORDS_PER_MINUTE));
}
