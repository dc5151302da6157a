import { findTags, stripTags } from './html-tags.ts';

// A number in the text leads to a note at its end, and the note back to the text.

const BACK = '↩';

export function referenceHtml(number: number): string {
  return `<sup class="footnote-ref"><a href="#fn${number}" id="fnref${number}">${number}</a></sup>`;
}

/** The words go before the space. */
export function noteHtml(number: number): string {
  return `<li id="fn${number}"><p> <a href="#fnref${number}" aria-label="Back to the text">${BACK}</a></p></li>`;
}

export const SECTION_START = '<section class="footnotes"><ol>\n';
export const SECTION_END = '\n</ol></section>';

export const SECTION_CLASS = /\bfootnotes\b/;
export const REFERENCE_CLASS = /\bfootnote-ref\b/;

export const REFERENCE_HREF = /^#fn(\d+)$/;
export const BACK_HREF = /^#fnref\d+$/;
export const NOTE_ID = /^fn(\d+)$/;

const USED = /\s(?:id=["']?fn(?:ref)?|href=["']?#fn)(\d+)\b/gi;

function usedNumbers(html: string): Set<number> {
  const tags = findTags(html).filter(({ name }) => name !== '');
  const matches = tags.flatMap(({ from, to }) => [...html.slice(from, to).matchAll(USED)]);
  return new Set(matches.map(([, number]) => Number(number)));
}

export function nextNumber(html: string): number {
  return Math.max(0, ...usedNumbers(html)) + 1;
}

export function freeNumber(html: string): number {
  const used = usedNumbers(html);
  let number = 1;
  while (used.has(number)) number += 1;
  return number;
}

export function isEmptyNote(inner: string): boolean {
  const hasMedia = findTags(inner).some(({ name }) => name === 'img' || name === 'iframe');
  return !hasMedia && stripTags(inner).replace(BACK, '').trim() === '';
}

/** The section at the end of cleaned HTML, and what is before it. */
export function splitSection(html: string): { readonly body: string; readonly section: string } {
  const at = html.lastIndexOf('<section class="footnotes">');
  if (at === -1) return { body: html, section: '' };
  return { body: html.slice(0, at).trimEnd(), section: html.slice(at) };
}
