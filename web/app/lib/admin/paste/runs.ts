import { escapeAttribute, escapeText } from '@longhand/contract/search';

export const MARKS = ['strong', 'em', 's', 'mark', 'sub', 'sup', 'code'] as const;
export type Mark = (typeof MARKS)[number];

/** Text with its marks and, if it is a link, its address. A line break is a run of its own. */
export type Run = {
  readonly text: string;
  readonly marks: ReadonlySet<Mark>;
  readonly href: string | null;
};

export const NO_MARKS: ReadonlySet<Mark> = new Set();
export const LINE_BREAK: Run = { text: '\n', marks: NO_MARKS, href: null };

const INVISIBLE = /[\u200b\ufeff\p{Cc}]/gu;
/** In a number with its unit, and beside signs that some languages set apart. */
const MEANT_NBSP = /(?<=[\d«])\u00a0(?=[^ \u00a0])|(?<=[^ \u00a0])\u00a0(?=[»!?:;%€])/g;
const KEPT = '\ue000';

/** Programs write most spaces as nbsp; only those that somebody meant stay. */
export function collapseSpaces(text: string): string {
  const plain = text
    .replace(/[ \t\n\f\r]+/g, ' ')
    .replace(INVISIBLE, '')
    .replaceAll(KEPT, '');
  if (!plain.includes('\u00a0')) return plain;
  return plain
    .replace(MEANT_NBSP, KEPT)
    .replace(/[ \u00a0]+/g, ' ')
    .replaceAll(KEPT, '\u00a0');
}

function commonMarks(a: Run, b: Run): ReadonlySet<Mark> {
  return new Set([...a.marks].filter((mark) => b.marks.has(mark)));
}

function sameMarks(a: Run, b: Run): boolean {
  return (
    a.href === b.href && a.marks.size === b.marks.size && commonMarks(a, b).size === a.marks.size
  );
}

function joinEqual(runs: readonly Run[]): Run[] {
  const joined: { texts: string[]; run: Run }[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last && run !== LINE_BREAK && last.run !== LINE_BREAK && sameMarks(last.run, run)) {
      last.texts.push(run.text);
    } else {
      joined.push({ texts: [run.text], run });
    }
  }
  return joined.map(({ texts, run }) =>
    run === LINE_BREAK ? run : { ...run, text: texts.join('') },
  );
}

/** Words and single spaces; none at the start, at the end or beside a line break. */
function splitWords(runs: readonly Run[]): Run[] {
  const parts: Run[] = [];
  for (const run of runs) {
    const words = run === LINE_BREAK ? [run.text] : run.text.split(/( +)/);
    for (const text of words) {
      const isSpace = text.startsWith(' ');
      const last = parts.at(-1);
      if (text === '' || (isSpace && (!last || last === LINE_BREAK || last.text === ' '))) continue;
      if (run === LINE_BREAK && last?.text === ' ') parts.pop();
      parts.push(run === LINE_BREAK ? run : { ...run, text: isSpace ? ' ' : text });
    }
  }
  while (parts.at(-1)?.text === ' ' || parts.at(-1) === LINE_BREAK) parts.pop();
  const start = parts.findIndex((part) => part !== LINE_BREAK);
  return parts.slice(Math.max(start, 0));
}

/** A space has the marks that the words on both sides have. */
function markSpaces(parts: readonly Run[]): Run[] {
  return parts.map((part, index) => {
    const [before, behind] = [parts[index - 1], parts[index + 1]];
    if (part.text !== ' ' || !before || !behind) return part;
    const marks = commonMarks(before, behind);
    return { text: ' ', marks, href: before.href === behind.href ? before.href : null };
  });
}

/** Joins equal neighbours, collapses spaces and moves them out of marks. */
export function tidyRuns(runs: readonly Run[]): Run[] {
  const tidy = joinEqual(markSpaces(splitWords(runs)));
  return tidy.some((run) => run.text.trim() !== '') ? tidy : [];
}

/** At two line breaks or more. */
export function splitParagraphs(runs: readonly Run[]): Run[][] {
  const paragraphs: Run[][] = [];
  let current: Run[] = [];
  let isBlank = false;
  for (const run of runs) {
    if (run !== LINE_BREAK) {
      // Spaces between two line breaks do not count.
      if (run.text.trim() !== '') isBlank = false;
    } else if (isBlank) {
      paragraphs.push(current);
      current = [];
    } else {
      isBlank = true;
    }
    current.push(run);
  }
  return [...paragraphs, current].map(tidyRuns).filter(({ length }) => length > 0);
}

/** Removes a mark that all of the text has, as programs give to whole headings. */
export function withoutCommonMark(runs: readonly Run[], mark: Mark): Run[] {
  const words = runs.filter(({ text }) => text.trim() !== '');
  if (!words.every(({ marks }) => marks.has(mark))) return [...runs];
  const rest = runs.map((run) =>
    run === LINE_BREAK
      ? run
      : { ...run, marks: new Set([...run.marks].filter((each) => each !== mark)) },
  );
  return joinEqual(rest);
}

type Tag = Mark | 'a';
const TAGS: readonly Tag[] = ['a', ...MARKS];

/** For each run and tag, the index of the run behind the last one that still has it. */
function extentsOf(runs: readonly Run[]): ReadonlyMap<Tag, number>[] {
  const extents: Map<Tag, number>[] = [];
  let next = new Map<Tag, number>();
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const run = runs[index] as Run;
    const sameLink = run.href !== null && run.href === runs[index + 1]?.href;
    const own = new Map<Tag, number>();
    if (run.href !== null) own.set('a', (sameLink && next.get('a')) || index + 1);
    for (const mark of run.marks) own.set(mark, next.get(mark) ?? index + 1);
    extents[index] = own;
    next = own;
  }
  return extents;
}

export function escapeWords(text: string): string {
  return escapeText(text).replaceAll('\u00a0', '&nbsp;');
}

/** A line break belongs to the marks on both sides. */
function markLineBreaks(runs: readonly Run[]): Run[] {
  return runs.map((run, index) => {
    const [before, behind] = [runs[index - 1], runs[index + 1]];
    if (run !== LINE_BREAK || !before || !behind) return run;
    const href = before.href === behind.href ? before.href : null;
    return { text: '\n', marks: commonMarks(before, behind), href };
  });
}

/** What stays open longest is opened first. */
export function writeRuns(tidyRuns: readonly Run[]): string {
  const runs = markLineBreaks(tidyRuns);
  const extents = extentsOf(runs);
  const open: Tag[] = [];
  let openHref: string | null = null;
  let html = '';
  const closeTo = (length: number) => {
    for (const tag of open.splice(length).reverse()) html += `</${tag}>`;
  };
  for (const [index, { text, href }] of runs.entries()) {
    const own = extents[index] ?? new Map<Tag, number>();
    const ended = open.findIndex((tag) => !own.has(tag) || (tag === 'a' && href !== openHref));
    if (ended !== -1) closeTo(ended);
    const opening = TAGS.filter((tag) => own.has(tag) && !open.includes(tag));
    for (const tag of opening.toSorted((a, b) => (own.get(b) ?? 0) - (own.get(a) ?? 0))) {
      html += tag === 'a' ? `<a href="${escapeAttribute(href ?? '')}">` : `<${tag}>`;
      open.push(tag);
    }
    openHref = href;
    html += text === '\n' ? '<br>' : escapeWords(text);
  }
  closeTo(0);
  return html;
}
