import { visibleText } from '../posts/search.ts';

/** The highest headings have the depth 0. */
type ContentsEntry = { readonly id: string; readonly text: string; readonly depth: number };
export type Contents = readonly ContentsEntry[];

const MIN_ENTRIES = 4;
/** A longer table is no help, so the lower ranks are left out. */
const MAX_ENTRIES = 100;

/** In public HTML each heading has an id, and ends with a link to itself. */
const HEADING =
  /<h([2-4])(?: [a-z-]+="[^"]*")*? id="([^"]*)"(?: [a-z-]+="[^"]*")*>(.*?)<a class="anchor"/gs;

function headingsIn(publicHtml: string) {
  return [...publicHtml.matchAll(HEADING)]
    .map(([, rank, id = '', html = '']) => ({ id, rank: Number(rank), text: visibleText(html) }))
    .filter(({ text }) => text !== '');
}

/** Empty if the table of contents would be too short or too long. */
export function contentsOf(publicHtml: string): Contents {
  const headings = headingsIn(publicHtml);
  for (const lowest of [4, 3, 2]) {
    const shown = headings.filter(({ rank }) => rank <= lowest);
    if (shown.length < MIN_ENTRIES) return [];
    if (shown.length > MAX_ENTRIES) continue;
    const highest = Math.min(...shown.map(({ rank }) => rank));
    return shown.map(({ id, text, rank }) => ({ id, text, depth: rank - highest }));
  }
  return [];
}
