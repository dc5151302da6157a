/** In which programs break lines of a mail. */
const WRAP = { least: 60, most: 80 };
/** A longer line is a paragraph of its own. */
const LONG_LINE = 100;
const LIST_ITEM = /^\s*(?:[-*+•–#>]+|\d{1,3}[.)])\s/;

function isWrap(line: string, next: string, width: number): boolean {
  const [word = ''] = next.trimStart().split(/\s/);
  return line.length + 1 + word.length > width;
}

function breaksOf(paragraph: readonly string[]): (readonly [line: string, next: string])[] {
  return paragraph.slice(1).map((next, index) => [paragraph[index] ?? '', next]);
}

/**
 * Finds out whether lines were broken because the next word had no room, as in mails. Then the breaks
 * of a paragraph mean nothing, unless one of them came earlier.
 */
export function wrapFinder(
  paragraphs: readonly (readonly string[])[],
): (paragraph: readonly string[]) => boolean {
  const breaks = paragraphs.flatMap(breaksOf);
  const width = Math.max(0, ...breaks.map(([line]) => line.length));
  const wraps = breaks.filter(([line, next]) => isWrap(line, next, width));
  const isWrapped =
    WRAP.least <= width &&
    width <= WRAP.most &&
    wraps.length > 1 &&
    wraps.length > breaks.length / 2;
  return (paragraph) =>
    isWrapped && breaksOf(paragraph).every(([line, next]) => isWrap(line, next, width));
}

/** A list or a long line is no part of what stands before it. */
function splitLines(lines: readonly string[]): string[][] {
  const isApart = lines.some((line) => line.length > LONG_LINE);
  const parts: string[][] = [];
  for (const line of lines) {
    const last = parts.at(-1);
    if (last && !isApart && !LIST_ITEM.test(line)) last.push(line);
    else parts.push([line]);
  }
  return parts;
}

/** The paragraphs of a plain text, each with the lines that it keeps. */
export function plainParagraphs(text: string): string[][] {
  const paragraphs = text
    .replace(/^\n|\n$/g, '\n\n')
    .split(/\n(?:[ \t]*\n)+/)
    .flatMap((part) => splitLines(part.split('\n')));
  const isWrapped = wrapFinder(paragraphs);
  return paragraphs.map((lines) => (isWrapped(lines) ? [lines.join(' ')] : lines));
}

/** As HTML without tags around the paragraphs: lines end with `<br>`. */
export function plainHtml(text: string): string {
  return plainParagraphs(text)
    .map((lines) => lines.join('<br>\n'))
    .join('\n\n');
}
