/** Examining more would not change the result. */
const MAX_EXAMINED = 20_000;

const FENCE = /^ {0,3}(?:`{3,}|~{3})[^`]*$/;
const HEADING = /^#{1,6} +\S/;
const TABLE_RULE = /^\|?(?: *:?-{3,}:? *\|)+(?: *:?-{3,}:? *)?$/;
const ITEM = /^ {0,3}(?:[-*+]|\d{1,3}[.)]) +\S/;
const QUOTE = /^ {0,3}> ?\S/;
const REFERENCE = /^ {0,3}\[[^\]\n]{1,200}\]: *(?:https?:\/\/|\/|#)\S*/;
const REFERRED = /\[[^[\]\n]{1,300}\] ?\[[^[\]\n]{0,200}\]/;
const NOTE = /^ {0,3}\[\^[^\]\s]{1,100}\]:[ \t]*\S/;
const NOTE_REFERENCE = /\[\^[^\]\s]{1,100}\](?!:)/;
const LINK = /\[[^[\]\n]{1,300}\]\((?:https?:\/\/|mailto:|\/|#)[^()\s]{0,500}(?: "[^"\n]*")?\)/;
const BOLD =
  /(?<![\w*])\*\*(?=[^\s*])[^*\n]{1,300}(?<=\S)\*\*(?![\w*])|(?<!\w)__(?=\w)[^_\n]{1,300}__(?!\w)/;
const CODE = /(?<!`)`[^`\n]{1,200}`(?!`)/;

const CODE_LINE =
  /[;{}]\s*$|^\s*(?:import|from|export|const|let|var|def|class|return|if|for|while|function|public|private|echo|sudo|fi|done)\b.*[(){}=:"'/]|^\s*[\w.-]+:(?:\s|$)|^\s*[\w.$]+ *[+-]?= *\S|^\s*[$#] *\/|^#!/;

type Lines = { readonly prose: readonly string[]; readonly fences: number };

function splitFences(text: string): Lines {
  const prose: string[] = [];
  let fences = 0;
  for (const line of text.split('\n')) {
    if (FENCE.test(line)) fences += 1;
    else if (fences % 2 === 0) prose.push(line);
  }
  return { prose, fences };
}

export function isCode(lines: readonly string[]): boolean {
  const written = lines.filter((line) => line.trim() !== '' && !HEADING.test(line));
  return written.filter((line) => CODE_LINE.test(line)).length > written.length * 0.3;
}

/** Without a blank line before it, such a line is a comment of a program or of settings. */
function headingsIn(lines: readonly string[]): string[] {
  const isBlank = (line: string | undefined) => line === undefined || line.trim() === '';
  return lines.filter((line, index) => HEADING.test(line) && isBlank(lines[index - 1]));
}

function hasTable(lines: readonly string[]): boolean {
  return lines.some(
    (line, index) => TABLE_RULE.test(line.trim()) && lines[index - 1]?.includes('|'),
  );
}

/**
 * True if the text has a sign that only Markdown uses, or two kinds of signs of which one is rare
 * in letters. A list of hyphens, a quoted mail or one pair of asterisks is not enough.
 */
export function isMarkdown(given: string): boolean {
  const text = given.slice(0, MAX_EXAMINED).replace(/\r\n?/g, '\n');
  if (text.trimStart().startsWith('<')) return false;
  const { prose, fences } = splitFences(text);
  const hasFence = fences >= 2;
  if (!hasFence && isCode(prose)) return false;
  const words = prose.join('\n');
  const hasReference = prose.some((line) => REFERENCE.test(line));
  const hasLink = LINK.test(words) || (hasReference && REFERRED.test(words));
  const hasNote = prose.some((line) => NOTE.test(line)) && NOTE_REFERENCE.test(words);
  if (hasFence || hasLink || hasNote || hasTable(prose)) return true;
  const headings = headingsIn(prose);
  const rare = [headings.length > 0, BOLD.test(words), CODE.test(words), hasReference];
  const common = [
    prose.filter((line) => ITEM.test(line)).length > 1,
    prose.some((line) => QUOTE.test(line)),
  ];
  const kinds = [...rare, ...common].filter(Boolean).length;
  const sections = headings.filter((line) => line.startsWith('##')).length;
  return (rare.some(Boolean) && kinds > 1) || sections > 1;
}

const MAIL_WRAP_COLUMNS = { least: 60, most: 80 };
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
 * Finds out whether lines were broken because the next word did not fit, as in mails. Such breaks
 * mean nothing, unless one of them came earlier.
 */
export function wrapFinder(
  paragraphs: readonly (readonly string[])[],
): (paragraph: readonly string[]) => boolean {
  const breaks = paragraphs.flatMap(breaksOf);
  const width = Math.max(0, ...breaks.map(([line]) => line.length));
  const wraps = breaks.filter(([line, next]) => isWrap(line, next, width));
  const isWrapped =
    MAIL_WRAP_COLUMNS.least <= width &&
    width <= MAIL_WRAP_COLUMNS.most &&
    wraps.length > 1 &&
    wraps.length > breaks.length / 2;
  return (paragraph) =>
    isWrapped && breaksOf(paragraph).every(([line, next]) => isWrap(line, next, width));
}

/** A list or a long line is separate from what precedes it. */
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

export function plainParagraphs(text: string): string[][] {
  const paragraphs = text
    .replace(/^\n|\n$/g, '\n\n')
    .split(/\n(?:[ \t]*\n)+/)
    .flatMap((part) => splitLines(part.split('\n')));
  const isWrapped = wrapFinder(paragraphs);
  return paragraphs.map((lines) => (isWrapped(lines) ? [lines.join(' ')] : lines));
}

export function plainHtml(text: string): string {
  return plainParagraphs(text)
    .map((lines) => lines.join('<br>\n'))
    .join('\n\n');
}
