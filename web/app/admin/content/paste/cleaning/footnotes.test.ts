import { Fragment } from 'prosemirror-model';
import { describe, expect, it, test } from 'vitest';
import { blocksFromHtml, fragmentHtml } from '../../document/slices.ts';
import { cleanPastedHtml } from './clean-pasted-html.ts';

const reference = (number: number, id = ` id="fnref${number}"`) =>
  `<sup class="footnote-ref"><a href="#fn${number}"${id}>${number}</a></sup>`;
const note = (number: number, words: string) =>
  `  <li id="fn${number}"><p>${words} <a href="#fnref${number}" aria-label="Back to the text">↩</a></p></li>`;
const section = (...notes: readonly string[]) =>
  `<section class="footnotes"><ol>\n${notes.join('\n')}\n</ol></section>`;

function clean(html: string): string {
  return cleanPastedHtml(html).html;
}

describe('footnotes of', () => {
  it.each([
    [
      'GitHub, with a note that is referred to twice',
      '<p>A<sup><a href="#user-content-fn-x" id="user-content-fnref-x" data-footnote-ref>1</a></sup> b<sup><a href="#user-content-fn-x" id="user-content-fnref-x-2">1</a></sup></p><section data-footnotes class="footnotes"><h2 class="sr-only">Footnotes</h2><ol><li id="user-content-fn-x"><p>See <a href="#user-content-fnref-x">↩</a> <a href="#user-content-fnref-x-2">↩<sup>2</sup></a></p></li></ol></section>',
      `<p>A${reference(1)} b${reference(1, '')}</p>\n${section(note(1, 'See'))}`,
    ],
    [
      'Word, after another program has removed the names of links',
      '<p>A<a href="#_ftn1" id="_ftnref1">[1]</a></p><div><hr><div id="ftn1"><p><a href="#_ftnref1">[1]</a> See</p></div></div>',
      `<p>A${reference(1)}</p>\n${section(note(1, 'See'))}`,
    ],
    [
      'Hugo',
      '<p>A<sup id="fnref:1"><a href="#fn:1" class="footnote-ref">1</a></sup></p><div class="footnotes"><hr><ol><li id="fn:1"><p>See&nbsp;<a href="#fnref:1">↩︎</a></p></li></ol></div>',
      `<p>A${reference(1)}</p>\n${section(note(1, 'See'))}`,
    ],
    [
      'Wikipedia, with the address of the page',
      '<p>A<sup id="cite_ref-1"><a href="https://e.org/wiki/A#cite_note-1"><span>[</span>1<span>]</span></a></sup></p><ol><li id="cite_note-1"><b><a href="https://e.org/wiki/A#cite_ref-1"></a></b> <span>See</span></li></ol>',
      `<p>A${reference(1)}</p>\n${section(note(1, 'See'))}`,
    ],
    [
      'paragraphs, in the order of the text',
      '<p>A<a id="r2" href="#n2">**</a> b<a id="r1" href="#n1">*</a></p><p id="n1"><a href="#r1">*</a> One</p><p id="n2"><a href="#r2">**</a> Two</p><p>End</p>',
      `<p>A${reference(1)} b${reference(2)}</p>\n<p>End</p>\n${section(note(1, 'Two'), note(2, 'One'))}`,
    ],
    [
      'a list, with a list in a note',
      '<p>A<a id="r" href="#n">1</a></p><ol><li id="n">See<ul><li>b</li></ul><a href="#r">^</a></li></ol>',
      `<p>A${reference(1)}</p>\n${section(
        '  <li id="fn1"><p>See</p>\n    <ul>\n      <li>b</li>\n    </ul>\n    <p><a href="#fnref1" aria-label="Back to the text">↩</a></p>\n  </li>',
      )}`,
    ],
  ])('%s', (_name, html, expected) => {
    expect(clean(html)).toBe(expected);
    expect(clean(expected)).toBe(expected);
    expect(fragmentHtml(Fragment.from(blocksFromHtml(expected)))).toBe(expected);
  });
});

test('what only looks like it stays', () => {
  const contents =
    '<p><a id="to-a" href="#a">Chapter</a></p><h2 id="a"><a href="#to-a">Chapter</a></h2><p>b</p>';
  expect(clean(contents)).toBe('<p>Chapter</p>\n<h2>Chapter</h2>\n<p>b</p>');
  expect(clean('<p>A<a href="#_ftn1" name="_ftnref1">[1]</a></p>')).toBe('<p>A[1]</p>');
});

test('numbers continue those of the text, and words with a footnote can go into a sentence', () => {
  const html =
    '<p>a<a id="r" href="#n">1</a> b</p><hr><div><p><a id="n" href="#r">1</a> See</p></div>';
  const cleaned = cleanPastedHtml(html, { firstFootnote: () => 5 });
  expect(cleaned.inline).toBe(`a${reference(5)} b`);
  expect(cleaned.html).toBe(`<p>a${reference(5)} b</p>\n${section(note(5, 'See'))}`);
  expect(cleaned.isPlain).toBe(false);
});

test('many notes take no long time', () => {
  const numbers = Array.from({ length: 1000 }, (_, index) => index);
  const html = [
    ...numbers.map((n) => `<a id="r${n}" href="#n${n}">1</a>`),
    ...numbers.map((n) => `<p id="n${n}"><a href="#r${n}">1</a> b</p>`),
  ].join('');
  expect(clean(html).match(/<li /g)).toHaveLength(1000);
});
