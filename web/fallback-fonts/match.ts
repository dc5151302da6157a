import type { FontFile } from './font-file.ts';

/** Capitals and figures, which in some fonts are much wider or narrower than the small letters. */
export const CAPITALS = 'U+30-39,U+41-5A,U+C0-DE';
const RUNS = /(?<capitals>[0-9A-ZÀ-Þ]+)|[^0-9A-ZÀ-Þ]+/g;

type Widths = { capitals: number; rest: number };

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function add(text: string, widthOf: (run: string, index: number) => number): Widths {
  const widths = { capitals: 0, rest: 0 };
  for (const { 0: run, groups, index } of text.matchAll(RUNS))
    widths[groups?.capitals ? 'capitals' : 'rest'] += widthOf(run, index);
  return widths;
}

/** The font sets the text as a whole, with kerning between capitals and small letters. */
function widthsInOne(font: FontFile, text: string): Widths {
  const advances = font.advances(text);
  return add(text, (run, index) => sum(advances.slice(index, index + run.length)));
}

/** The font has one size for capitals and another one for the rest. */
function widthsInParts(font: FontFile, text: string): Widths {
  return add(text, (run) => sum(font.advances(run)));
}

/** Returns the size at which a text is as wide in the fallback font as in the web font. */
export function matchSize(web: FontFile, fallback: FontFile, text: string): number {
  return sum(web.advances(text)) / sum(fallback.advances(text));
}

/**
 * The same with a size of its own for capitals and figures. With `labels`, which have only these,
 * they are as large as the labels need.
 */
export function matchSizes(web: FontFile, fallback: FontFile, text: string, labels = text): Widths {
  const rest = widthsInOne(web, text).rest / widthsInParts(fallback, text).rest;
  const given = widthsInParts(fallback, labels);
  return { rest, capitals: (sum(web.advances(labels)) - rest * given.rest) / given.capitals };
}
