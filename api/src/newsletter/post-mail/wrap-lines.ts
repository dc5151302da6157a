/** Of a line of plain text; letters of Chinese, Japanese and Korean are two wide. */
export const LINE_WIDTH = 76;

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
/** Belongs to the word before it. */
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}]/u;

export function widthOfText(text: string): number {
  return [...text].reduce((width, sign) => width + (WIDE.test(sign) ? 2 : 1), 0);
}

/** With the brackets around it. */
const ADDRESS = /(\( \S+ \)|https?:\S+)/;

function segmentsOf(word: string, language: string): string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  return word
    .split(ADDRESS)
    .flatMap((part, index) =>
      index % 2 === 1 ? part : Array.from(segmenter.segment(part), ({ segment }) => segment),
    );
}

/** Where a text without spaces can be broken: between words of the languages that are written so. */
function pieces(word: string, language: string): string[] {
  if (!WIDE.test(word)) return [word];
  const found: string[] = [];
  for (const segment of segmentsOf(word, language)) {
    const last = found.at(-1);
    if (last !== undefined && CLOSING.test(segment)) found[found.length - 1] = last + segment;
    else found.push(segment);
  }
  return found;
}

/** An address stays with the brackets around it. */
const SPACE = /(?<!(?:^| )\() (?!\))/;

/** A word that is longer than a line, such as an address, has a line of its own. */
function wrapLine(line: string, width: number, language: string): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(SPACE).filter(Boolean)) {
    for (const [index, piece] of pieces(word, language).entries()) {
      const joined = current === '' || index > 0 ? current + piece : `${current} ${piece}`;
      const fits = current === '' || widthOfText(joined) <= width;
      if (!fits) lines.push(current);
      current = fits ? joined : piece;
    }
  }
  return current === '' ? lines : [...lines, current];
}

export function wrapLines(text: string, width: number, language: string): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, width, language));
}
