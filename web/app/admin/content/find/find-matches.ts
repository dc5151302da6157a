import type { Range } from '../html/html-tags.ts';

export type Query = { readonly text: string; readonly matchCase: boolean };

/** The sign of a keyboard also finds those that a typed one becomes. */
const ALIKE: Readonly<Record<string, string>> = {
  ' ': '[ \\u00a0]',
  "'": "['‘’]",
  '"': '["“”„]',
};

function pattern({ text, matchCase }: Query): RegExp {
  const source = text
    .replace(/[\\^$.*+?()[\]{}|/]/g, (sign) => `\\${sign}`)
    .replace(/[ '"]/g, (sign) => ALIKE[sign] ?? sign);
  return new RegExp(source, matchCase ? 'gu' : 'giu');
}

/** In order, without overlaps. */
export function findMatches(text: string, query: Query): Range[] {
  if (query.text === '') return [];
  return [...text.matchAll(pattern(query))].map(({ index, 0: found }) => ({
    from: index,
    to: index + found.length,
  }));
}

/** The match at a position or the next one after it; the first one behind the last. -1 without any. */
export function matchAt(matches: readonly Range[], position: number): number {
  const index = matches.findIndex(({ from }) => from >= position);
  return index === -1 && matches.length > 0 ? 0 : index;
}
