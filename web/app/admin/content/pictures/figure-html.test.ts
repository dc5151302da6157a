import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdit } from '../html/text-edits.ts';
import { figureHtml, figureTextEdit, figureTexts } from './figure-html.ts';

const SRC = '/uploads/a.webp';
const SOURCES = new Set([SRC]);

function set(text: string, index: number, part: 'alt' | 'caption', words: string): string | null {
  const edit = figureTextEdit(text, SOURCES, { index, part, words });
  return edit && applyEdit({ text, from: 0, to: 0 }, edit).text;
}

test('a figure is one line, with the size of the picture and an empty caption', () => {
  expect(figureHtml({ src: SRC, size: { width: 3, height: 2 } })).toBe(
    '<figure><img src="/uploads/a.webp" alt="" width="3" height="2"><figcaption></figcaption></figure>',
  );
  expect(figureHtml({ src: SRC, alt: 'A "leaf"', caption: 'a < b' })).toBe(
    '<figure><img src="/uploads/a.webp" alt="A &quot;leaf&quot;"><figcaption>a &lt; b</figcaption></figure>',
  );
});

test('no address or text breaks out of its place', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (src, alt, caption) => {
      expect(figureHtml({ src, alt, caption })).toMatch(
        /^<figure><img src="[^"<>]*" alt="[^"<>]*"><figcaption>[^<>]*<\/figcaption><\/figure>$/,
      );
    }),
  );
});

test('what is written as alt text and caption is read from the text again', () => {
  const empty = `<p>a</p>\n${figureHtml({ src: SRC })}\n<p>b</p>`;
  fc.assert(
    fc.property(fc.string(), fc.string(), (alt, caption) => {
      const text = set(set(empty, 0, 'alt', alt) ?? '', 0, 'caption', caption) ?? '';
      expect(text).toBe(`<p>a</p>\n${figureHtml({ src: SRC, alt, caption })}\n<p>b</p>`);
      expect(figureTexts(text, SOURCES)).toEqual([{ src: SRC, alt, caption }]);
    }),
  );
});

test('a picture that is in the text twice has its own texts each time', () => {
  const text = `${figureHtml({ src: SRC })}\n${figureHtml({ src: '/b.png' })}\n${figureHtml({ src: SRC })}`;
  const next = set(text, 1, 'alt', 'second') ?? '';
  expect(figureTexts(next, SOURCES).map(({ alt }) => alt)).toEqual(['', 'second']);
  expect(set(text, 2, 'alt', 'none')).toBeNull();
});

test('texts with tags or other entities are left to the HTML', () => {
  const figure = `<figure><img alt="a&nbsp;b" src="${SRC}"><figcaption>by <b>me</b></figcaption></figure>`;
  expect(figureTexts(figure, SOURCES)).toEqual([{ src: SRC, alt: null, caption: null }]);
  expect(figureTexts(`<img src="${SRC}" alt="x">`, SOURCES)).toEqual([
    { src: SRC, alt: 'x', caption: null },
  ]);
});
