import { ImportError } from '../source.ts';

// The parser takes time that grows with the square of these. No text for people comes near them.
const LIMITS = {
  depth: 40,
  indent: 200,
  cells: 300,
  marks: 2_000,
  lines: 4_000,
  definitions: 2_000,
  listItems: 4_000,
  allLines: 30_000,
};

const CONTAINERS = /^(?:[ \t]*(?:>|[-*+](?=\s)|\d{1,9}[.)](?=\s)))*/;
const CONTAINER = />|[-*+](?=\s)|\d[.)]/g;
const NEW_BLOCK = /^[ \t>]*(?:$|[#|]|[-*+]\s|\d{1,9}[.)]\s|\[\^?[^\]]{1,100}\]:)/;
const FENCE = /^[ \t>]*(`{3,}|~{3,})/;

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
  return new ImportError(`Its Markdown has ${what}, more than can be read in reasonable time.`);
}

function refuseMany(text: string): void {
  const definitions = count(text, /^[ \t>]*\[[^\]\n]{1,999}\]:|\[\^/gm);
  if (definitions > LIMITS.definitions) throw tooIntricate('too many footnotes or links');
  const items = count(text, /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]/gm);
  if (items > LIMITS.listItems) throw tooIntricate('too many items of lists');
  if (count(text, /\n/g) > LIMITS.allLines) throw tooIntricate('too many lines');
}

/** Fails with an `ImportError` about this text. */
export function refuseIntricate(text: string): void {
  let [marks, lines, fence] = [0, 0, ''];
  for (const line of text.split('\n')) {
    const [, opened = ''] = FENCE.exec(line) ?? [];
    if (fence !== '') {
      if (opened.startsWith(fence)) fence = '';
      continue;
    }
    fence = opened;
    if (NEW_BLOCK.test(line)) [marks, lines] = [0, 0];
    lines += 1;
    marks += count(line, /[[*_`~<@&]/g);
    if (isDeep(line)) throw tooIntricate('parts that are nested too deeply');
    if (count(line, /\|/g) > LIMITS.cells) throw tooIntricate('a table with too many columns');
    if (marks > LIMITS.marks) throw tooIntricate('too many marks in one paragraph');
    if (lines > LIMITS.lines) throw tooIntricate('too many lines in one paragraph');
  }
  refuseMany(text);
}
