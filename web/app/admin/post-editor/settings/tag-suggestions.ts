import type { TagCount } from '@longhand/contract/posts/tags';
import { foldCase } from '@longhand/contract/text/text-rules';
import type { TextState } from '../../content/html/text-edits.ts';
import { tagKeys } from '../../post-form/post-form.ts';

const MAX_OPTIONS = 8;

function partAt(text: string, caret: number): { from: number; to: number } {
  const from = text.lastIndexOf(',', caret - 1) + 1;
  const next = text.indexOf(',', caret);
  return { from: caret === 0 ? 0 : from, to: next < 0 ? text.length : next };
}

export function typedTag(text: string, caret: number): string {
  return text.slice(partAt(text, caret).from, caret).trim();
}

function begins(tag: string, typed: string): boolean {
  const folded = foldCase(tag);
  return (
    folded.startsWith(typed) || folded.split(/[\s/_-]+/).some((word) => word.startsWith(typed))
  );
}

/** Keeps the given order, and leaves out the tags that are in the text. */
export function suggestTags(tags: readonly TagCount[], text: string, caret: number): string[] {
  const { from, to } = partAt(text, caret);
  const typed = foldCase(typedTag(text, caret));
  const others = new Set(tagKeys(`${text.slice(0, from)},${text.slice(to)}`));
  return tags
    .map(({ tag }) => tag)
    .filter((tag) => begins(tag, typed) && !others.has(foldCase(tag)))
    .slice(0, MAX_OPTIONS);
}

/** Replaces the tag at the caret, and puts the caret where the next begins. */
export function completeTag(text: string, caret: number, tag: string): TextState {
  const { from, to } = partAt(text, caret);
  const end = to === text.length ? ', ' : '';
  const before = text.slice(0, from) + (from === 0 ? '' : ' ') + tag + end;
  return { text: before + text.slice(to), from: before.length, to: before.length };
}

export function isAfterComma(text: string, caret: number): boolean {
  return text.slice(0, caret).trimEnd().endsWith(',');
}
