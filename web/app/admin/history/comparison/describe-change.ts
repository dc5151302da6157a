import type { WordPart } from './compare-words.ts';
import type { ReaderBlock } from './reader-blocks.ts';

const MAX_NOTES = 8;
const MAX_QUOTE = 40;

function quote(text: string): string {
  const short = text.trim().replace(/\s+/g, ' ');
  return short.length <= MAX_QUOTE ? `“${short}”` : `“${short.slice(0, MAX_QUOTE).trimEnd()}…”`;
}

function changeOf(what: string, before: string, after: string): string[] {
  if (before === after) return [];
  if (before === '') return [`${what} added: ${quote(after)}.`];
  if (after === '') return [`${what} removed: it was ${quote(before)}.`];
  return [`${what} changed from ${quote(before)} to ${quote(after)}.`];
}

function describeName(before: ReaderBlock, after: ReaderBlock): string[] {
  if (before.name !== after.name) return [`${after.name}, was ${before.name.toLowerCase()}.`];
  if (before.around.join() === after.around.join()) return [];
  const place = ({ around }: ReaderBlock) => (around.length > 0 ? around.join(', ') : 'nothing');
  return [`Now in ${place(after)}, was in ${place(before)}.`];
}

function describePicture({ picture: before }: ReaderBlock, { picture: after }: ReaderBlock) {
  if (!before || !after) return [];
  return [
    ...(before.src === after.src ? [] : ['Another picture.']),
    ...changeOf('Alt text', before.alt, after.alt),
    ...(before.figureClasses === after.figureClasses ? [] : ['Its width or style changed.']),
  ];
}

function describeDetail(before: ReaderBlock, after: ReaderBlock): string[] {
  if (before.name !== after.name || before.detail === after.detail) return [];
  if (after.style === 'code') return changeOf('Language', before.detail, after.detail);
  return [`Another ${after.name.toLowerCase()}.`];
}

const LINK = 'link to ';

function linkIn(marks: readonly string[]): string | undefined {
  return marks.find((mark) => mark.startsWith(LINK));
}

/** Returns for example `now bold`. */
function describeMarks(before: readonly string[], after: readonly string[]): string {
  const [was, is] = [linkIn(before), linkIn(after)];
  const changes: string[] = [];
  if (was && is && was !== is) changes.push(`now a ${is}, was to ${was.slice(LINK.length)}`);
  else if (is && !was) changes.push(`now a ${is}`);
  else if (was && !is) changes.push(`no longer a ${was}`);
  const plain = (marks: readonly string[]) => marks.filter((mark) => !mark.startsWith(LINK));
  for (const mark of plain(after)) if (!before.includes(mark)) changes.push(`now ${mark}`);
  for (const mark of plain(before)) if (!after.includes(mark)) changes.push(`no longer ${mark}`);
  return changes.join(', ');
}

function describeFormatting(parts: readonly WordPart[]): string[] {
  return parts.flatMap(({ kind, text, marks, marksBefore }) =>
    kind === 'formatted' && text.trim() !== ''
      ? [`${quote(text)}: ${describeMarks(marksBefore ?? [], marks)}.`]
      : [],
  );
}

export function describeChange(
  before: ReaderBlock,
  after: ReaderBlock,
  parts: readonly WordPart[],
): string[] {
  const notes = [
    ...describeName(before, after),
    ...describePicture(before, after),
    ...describeDetail(before, after),
    ...describeFormatting(parts),
  ];
  const more = notes.length - MAX_NOTES;
  return more > 0 ? [...notes.slice(0, MAX_NOTES), `And ${more} more.`] : notes;
}
