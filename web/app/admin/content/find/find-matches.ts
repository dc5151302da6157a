import type { Range } from '../html/html-tags.ts';
import type { Line } from '../scroll-to-line.ts';

/** A view in which text can be found, with ranges in its own positions. */
export type FindTarget = {
  readonly selection: () => Range & { readonly text: string };
  readonly find: (query: Query) => readonly Range[];
  /** Counts matches that this view does not show as text, such as in alt texts. */
  readonly countElsewhere: (query: Query) => number;
  /** An empty list removes all marks. */
  readonly mark: (matches: readonly Range[], current: number) => void;
  /** The line on the screen, after the view has scrolled to it inside itself. */
  readonly lineOf: (match: Range) => Line | null;
  /** Undo takes this back in one step. */
  readonly replace: (matches: readonly Range[], text: string) => void;
  readonly select: (range: Range | null) => void;
};

export type Query = { readonly text: string; readonly matchCase: boolean };

/** A typed character also finds those that smart punctuation makes of it. */
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

export function findMatches(text: string, query: Query): Range[] {
  if (query.text === '') return [];
  return [...text.matchAll(pattern(query))].map(({ index, 0: found }) => ({
    from: index,
    to: index + found.length,
  }));
}

/** The match at a position or the next one, wrapping around; -1 if there is none. */
export function matchAt(matches: readonly Range[], position: number): number {
  const index = matches.findIndex(({ from }) => from >= position);
  return index === -1 && matches.length > 0 ? 0 : index;
}
