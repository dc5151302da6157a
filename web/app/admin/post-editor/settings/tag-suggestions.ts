import { foldCase } from '@longhand/contract/fold-case';
import type { TagCount } from '@longhand/contract/tags';
import type { TextState } from '../../content/html/text-edits.ts';
import { tagKeys } from '../../post-form/post-form.ts';

const MAX_OPTIONS = 8;

/** The tag at the caret in a comma-separated text; `from` and `to` are the ends of its part. */
function partAt(text: string, caret: number): { from: number; to: number } {
  const from = text.lastIndexOf(',', caret - 1) + 1;
  const next = text.indexOf(',', caret);
  return { from: caret === 0 ? 0 : from, to: next < 0 ? text.length : next };
}

/** What was typed of the tag at the caret. */
export function typedTag(text: string, caret: number): string {
  return text.slice(partAt(text, caret).from, caret).trim();
}

/** Whether the tag, or one of its words, begins so. */
function begins(tag: string, typed: string): boolean {
  const folded = foldCase(tag);
  return (
    folded.startsWith(typed) || folded.split(/[\s/_-]+/).some((word) => word.startsWith(typed))
  );
}

/** Tags in use that may be meant at the caret, in their given order, without those in the text. */
export function suggestTags(tags: readonly TagCount[], text: string, caret: number): string[] {
  const { from, to } = partAt(text, caret);
  const typed = foldCase(typedTag(text, caret));
  const others = new Set(tagKeys(`${text.slice(0, from)},${text.slice(to)}`));
  return tags
    .map(({ tag }) => tag)
    .filter((tag) => begins(tag, typed) && !others.has(foldCase(tag)))
    .slice(0, MAX_OPTIONS);
}

/** The text with this tag instead of the one at the caret, and the caret where the next begins. */
export function completeTag(text: string, caret: number, tag: string): TextState {
  const { from, to } = partAt(text, caret);
  const end = to === text.length ? ', ' : '';
  const before = text.slice(0, from) + (from === 0 ? '' : ' ') + tag + end;
  return { text: before + text.slice(to), from: before.length, to: before.length };
}

/** Whether a comma at the caret would follow another. */
export function isAfterComma(text: string, caret: number): boolean {
  return text.slice(0, caret).trimEnd().endsWith(',');
}
