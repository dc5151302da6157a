// Separate from search.ts, which runs in the browser: not every browser has Intl.Segmenter.

const WORDS_PER_MINUTE = 230;
const words = new Intl.Segmenter('en', { granularity: 'word' });

/** Also for scripts without spaces. */
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
