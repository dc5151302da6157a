import { Fragment } from 'prosemirror-model';
import { expect, test } from 'vitest';
import {
  blocksFromHtml,
  clipboardHtml,
  fragmentHtml,
  isOwnHtml,
  sliceFromOwnHtml,
} from './slices.ts';

/** As ProseMirror's editor writes the HTML of a selection. */
function copied(html: string, openStart: number, openEnd: number): string {
  const ends = ` data-pm-slice="${openStart} ${openEnd} []">`;
  const marked = clipboardHtml(Fragment.from(blocksFromHtml(html))).replace('>', ends);
  return `<html><body><!--StartFragment--><meta charset="utf-8">${marked}<!--EndFragment--></body></html>`;
}

test.each([
  ['another editor', '<p data-pm-slice="1 1 []">One</p>'],
  ['Confluence', '<meta charset="utf-8"><h2 data-pm-slice="1 1 []" data-local-id="a">One</h2>'],
  ['a page about the attribute', '<p>One data-longhand="" two &lt;p data-longhand=""&gt;</p>'],
])('HTML of %s is not from here', (_name, html) => {
  expect(isOwnHtml(html)).toBe(false);
});

test.each([
  '<p class="lead" title="a &gt; b">One</p>\n<p>Two</p>',
  '<figure class="wide"><img src="/a.png" alt="A"><figcaption>One</figcaption></figure>',
  '<blockquote class="pull"><p>One</p></blockquote>\n<hr>',
])('%s comes back as it was copied', (html) => {
  const clipboard = copied(html, 0, 0);
  expect(isOwnHtml(clipboard)).toBe(true);
  const expected = fragmentHtml(Fragment.from(blocksFromHtml(html)));
  expect(fragmentHtml(sliceFromOwnHtml(clipboard).content)).toBe(expected);
});

test('HTML that begins with a comment or text is marked at its first element', () => {
  const html = '<!-- <p> --><my-box class="a">One</my-box>';
  const clipboard = clipboardHtml(Fragment.from(blocksFromHtml(html)));
  expect(clipboard).toContain('<my-box data-longhand="" class="a">');
  expect(fragmentHtml(sliceFromOwnHtml(clipboard).content)).not.toContain('data-longhand');
});

test('many comments without an element are copied at once', () => {
  const html = '<!-- a -->\n'.repeat(200);
  expect(clipboardHtml(Fragment.from(blocksFromHtml(html)))).not.toContain('data-longhand');
});

test('the ends stay open as far as the copied blocks are', () => {
  const quote = '<blockquote><p>One</p></blockquote>\n<p>Two</p>';
  expect(sliceFromOwnHtml(copied(quote, 2, 1))).toMatchObject({ openStart: 2, openEnd: 1 });
  expect(sliceFromOwnHtml(copied(quote, 0, 0))).toMatchObject({ openStart: 0, openEnd: 0 });
  expect(sliceFromOwnHtml(copied('<p>One</p>\n<hr>', 1, 1))).toMatchObject({
    openStart: 1,
    openEnd: 0,
  });
});
