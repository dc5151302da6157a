import { ImportError } from '../source.ts';

// The parser's time grows with the square of these. No text for people comes near them.
const LIMITS = {
  depth: 40,
  indent: 200,
  cells: 300,
  marks: 2_000,
  lines: 4_000,
  definitions: 2_000,
  containers: 4_000,
  allLines: 30_000,
};

/** The parser makes objects of the parts of a text; this many take about 80 MB. */
const MAX_PARTS = 18_000;
/** These take as much memory as several other parts. */
const BLOCK_PARTS = 4;
const QUOTE_PARTS = 10;
const LINK_PARTS = 4;
const PART = /[*_`~<@&|\\]|www\.|https?:/gi;

const CONTAINERS = /^(?:[ \t]*(?:>|[-*+](?=\s)|\d{1,9}[.)](?=\s)))*/;
const CONTAINER = />|[-*+](?=\s)|\d[.)]/g;
const NEW_BLOCK = /^[ \t>]*(?:$|[#|]|[-*+]\s|\d{1,9}[.)]\s|\[\^?[^\]]{1,100}\]:)/;
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const FENCE_END = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;

function count(text: string, mark: RegExp): number {
  let found = 0;
  for (const _ of text.matchAll(mark)) found += 1;
  return found;
}

function isDeep(line: string): boolean {
  const start = line.slice(0, 1_000);
  const indent = start.length - start.trimStart().length;
  const [containers = ''] = CONTAINERS.exec(start) ?? [];
  return count(containers, CONTAINER) > LIMITS.depth || (indent > LIMITS.indent && indent < 1_000);
}

function tooIntricate(what: string): ImportError {
  return new ImportError(
    `Its Markdown has ${what}, more than can be read in reasonable time and memory.`,
  );
}

function refuseMany(text: string): void {
  const definitions = count(text, /^[ \t>]*\[[^\]\n]{1,999}\]:|\[\^/gm);
  if (definitions > LIMITS.definitions) throw tooIntricate('too many footnotes or links');
  const containers = count(text, /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]|^[ \t]*>/gm);
  if (containers > LIMITS.containers) throw tooIntricate('too many items of lists, or quotes');
  if (count(text, /\n/g) > LIMITS.allLines) throw tooIntricate('too many lines');
}

/** Leaves out code between fences. Where there is HTML, a fence may be part of that. */
function* linesToParse(text: string): Generator<string> {
  const hasHtml = /^[ \t]*</m.test(text);
  let fence = '';
  for (const line of text.split('\n')) {
    const [, opened = ''] = FENCE.exec(line) ?? [];
    const [, closed = ''] = FENCE_END.exec(line) ?? [];
    if (fence === '' || hasHtml) yield line;
    if (fence === '') fence = opened;
    else if (closed.startsWith(fence)) fence = '';
  }
}

/** Counts the parts that the beginning of a line adds, given the line before. */
function startParts(line: string, before: string): number {
  if (/^ {0,3}>/.test(line)) return /^ {0,3}>/.test(before) ? BLOCK_PARTS : QUOTE_PARTS;
  return NEW_BLOCK.test(line) || NEW_BLOCK.test(before) ? BLOCK_PARTS : 1;
}

function countParts(line: string, before: string): number {
  if (line === '') return 0;
  return startParts(line, before) + count(line, PART) + LINK_PARTS * count(line, /\[/g);
}

/** Fails with an `ImportError` about this text. */
export function refuseIntricate(text: string): void {
  let [marks, lines, parts, before] = [0, 0, 0, ''];
  for (const line of linesToParse(text)) {
    if (NEW_BLOCK.test(line)) [marks, lines] = [0, 0];
    parts += countParts(line, before);
    before = line;
    lines += 1;
    marks += count(line, /[[*_`~<@&]/g);
    if (isDeep(line)) throw tooIntricate('parts that are nested too deeply');
    if (count(line, /\|/g) > LIMITS.cells) throw tooIntricate('a table with too many columns');
    if (marks > LIMITS.marks) throw tooIntricate('too many marks in one paragraph');
    if (lines > LIMITS.lines) throw tooIntricate('too many lines in one paragraph');
    if (parts > MAX_PARTS) throw tooIntricate('too many paragraphs, links or marks');
  }
  refuseMany(text);
}
