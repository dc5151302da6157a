// Separate from search.ts, which runs in the browser, because not every browser has Intl.Segmenter.

const WORDS_PER_MINUTE = 230;
const CHARACTERS_PER_MINUTE = 500;
const words = new Intl.Segmenter('en', { granularity: 'word' });

function* wordsOf(visibleContent: string): Generator<string> {
  for (const { isWordLike, segment } of words.segment(visibleContent))
    if (isWordLike) yield segment;
}

/** Also counts the words of scripts without spaces. */
export function countWords(visibleContent: string): number {
  let count = 0;
  for (const _word of wordsOf(visibleContent)) count += 1;
  return count;
}

const COUNTED_BY_CHARACTER = /^(?:ja|zh|yue)\b/;
const CHARACTER = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/gu;

/** In Chinese and Japanese, characters are counted, and the words of other scripts. */
function minutesByCharacter(visibleContent: string): number {
  let minutes = 0;
  for (const word of wordsOf(visibleContent)) {
    const characters = word.match(CHARACTER)?.length ?? 0;
    minutes += characters > 0 ? characters / CHARACTERS_PER_MINUTE : 1 / WORDS_PER_MINUTE;
  }
  return minutes;
}

export function isCountedByCharacter(language: string): boolean {
  return COUNTED_BY_CHARACTER.test(language);
}

/** Returns whole minutes, at least one. */
export function readingMinutes(visibleContent: string, language = ''): number {
  const minutes = isCountedByCharacter(language)
    ? minutesByCharacter(visibleContent)
    : countWords(visibleContent) / WORDS_PER_MINUTE;
  return Math.max(1, Math.ceil(minutes));
}
