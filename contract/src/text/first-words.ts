import { visibleText } from '../posts/search.ts';

/** Enough HTML for as many visible words. */
const MAX_HTML = 2_000;
const MAX_LENGTH = 60;

type Written = { readonly excerpt?: string | undefined; readonly content?: string | undefined };

/** What a text without a title is called in lists; empty if it has no text, either. */
export function firstWords({ excerpt = '', content = '' }: Written): string {
  const html = content.slice(0, MAX_HTML).replace(/<[^<>]*$/, '');
  const text = excerpt.replace(/\s+/g, ' ').trim() || visibleText(html);
  if (text.length <= MAX_LENGTH) return text.toWellFormed();
  const start = text.slice(0, MAX_LENGTH);
  const end = start.lastIndexOf(' ');
  return `${(end > 0 ? start.slice(0, end) : start).toWellFormed()}…`;
}
