import { findElements, findTags } from '../html/html-tags.ts';
import type { Edit } from '../html/text-edits.ts';
import { addressOf } from './figure-texts.ts';

/** Figures as one gallery, each on a line of its own. */
export function galleryHtml(figures: readonly string[]): string {
  return `<figure>\n${figures.map((figure) => `  ${figure}\n`).join('')}</figure>`;
}

/** Figures with one of these addresses that follow each other with only space between. */
function runOf(text: string, sources: ReadonlySet<string>) {
  const images = findTags(text).filter(({ name }) => name === 'img');
  const figures = findElements(text, 'figure').filter((figure) => {
    const inner = images.filter(({ from }) => figure.from < from && from < figure.to);
    return inner.length === 1 && inner.every((image) => sources.has(addressOf(text, image)));
  });
  let run: typeof figures = [];
  for (const figure of figures) {
    const last = run.at(-1);
    const isNext = last && text.slice(last.to, figure.from).trim() === '';
    if (!isNext && run.length > 1) return run;
    run = isNext ? [...run, figure] : [figure];
  }
  return run;
}

/** The edit that makes a gallery of the pictures with these addresses; null if they are not together. */
export function galleryEdit(text: string, sources: ReadonlySet<string>): Edit | null {
  const run = runOf(text, sources);
  const [first] = run;
  const last = run.at(-1);
  if (!first || !last || first === last) return null;
  const figures = run.map(({ from, to }) => text.slice(from, to));
  return { from: first.from, to: last.to, text: galleryHtml(figures) };
}
