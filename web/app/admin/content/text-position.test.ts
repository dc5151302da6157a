import { describe, expect, it } from 'vitest';
import { findInRendered, findInSource, placeInHtml, placeInText } from './text-position.ts';

/** The rendered text from the found place on; the caret is written as `|`. */
function found(written: string, rendered: string): string | null {
  const caret = written.indexOf('|');
  const offset = findInRendered(written.replace('|', ''), caret, rendered);
  return offset === null ? null : rendered.slice(offset);
}

describe('findInRendered', () => {
  it('finds the letter before the caret', () => {
    expect(found('<p>One two th|ree</p>', 'One two three')).toBe('hree');
  });

  it('finds what follows at the start of a block', () => {
    expect(found('<p>One</p>\n<p>|Two</p>', 'One\nTwo')).toBe('Two');
    expect(found('<p>One</p>\n<h2 id="a">\n|Two</h2>', 'One\nTwo')).toBe('Two');
  });

  it('keeps to the end of a text while the next word is typed', () => {
    expect(found('<p>One two |</p><p>Three</p>', 'One two\nThree')).toBe('o\nThree');
  });

  it('finds the right one of equal passages', () => {
    const line = '<p>The same words in every paragraph.</p>';
    const rendered = Array.from({ length: 9 }, () => 'The same words in every paragraph.');
    const written = `${line.repeat(6)}<p>The same words| in every paragraph.</p>${line.repeat(2)}`;
    expect(found(written, rendered.join('\n'))).toBe(
      ['s in every paragraph.', ...rendered.slice(0, 2)].join('\n'),
    );
  });

  it('ignores what the rendering leaves out or adds', () => {
    const written =
      '<script>removed("x")</script><!-- a note --><h2 title="a > b">Part</h2><p>Text&nbsp;an|d more</p>';
    expect(found(written, 'Part # Text\u00a0and more Copy')).toBe('nd more Copy');
  });

  it('ignores the content of a script, also with the caret in it', () => {
    expect(found('<p>One</p><script>let O|ne = 1;</script><p>Two</p>', 'One Two')).toBe('e Two');
  });

  it('takes the place of a tag for a caret in it', () => {
    const written = '<p>Before it</p><img src="/pic|ture.jpg"><p>After it</p>';
    expect(found(written, 'Before it After it')).toBe('t After it');
  });

  it('finds a neighbouring passage when the text beside the caret is not rendered yet', () => {
    const typed = 'the sentence being written now';
    const written = `<p>The first paragraph.</p><p>A second one with ${typed}|</p><p>Then the third one.</p>`;
    const rendered = 'The first paragraph. A second one with Then the third one.';
    expect(found(written, rendered)).toBe('Then the third one.');
  });

  it('falls back to the proportion', () => {
    expect(found('xxxxx|xxxxx', 'abcdefghijk')).toBe('fghijk');
    expect(found('x|', 'abc')).toBe('c');
    expect(found('|x', 'abc')).toBe('abc');
  });

  it('works without letters', () => {
    expect(found('|', '')).toBeNull();
    expect(found('<p>|</p>', '…')).toBeNull();
    expect(found('<hr>|', 'One')).toBe('One');
  });
});

it('finds the place in the source again', () => {
  const source =
    '<p>One two</p>\n<figure><img src="/a.png" alt="three"></figure>\n<p>Three four</p>';
  const rendered = 'One two\n\nThree four';
  const found = findInSource(rendered, rendered.indexOf('Three'), source);
  expect(found).toBe(source.indexOf('Three'));
});

/** The HTML of a block and its text, with the caret at the same place in both. */
const SAME_PLACES = [
  ['<p>One t|wo</p>', 'One t|wo'],
  ['<p>|One</p>', '|One'],
  ['<p>One|</p>', 'One|'],
  ['<p>One, |two</p>', 'One, |two'],
  ['<p>“|One”</p>', '“|One”'],
  ['<p>|“One”</p>', '|“One”'],
  ['<p>One.| Two</p>', 'One.| Two'],
  ['<p>One <strong>two</strong> |three</p>', 'One two |three'],
  ['<ul>\n<li>One|</li>\n<li>Two</li>\n</ul>', 'One|\nTwo'],
  ['<ul>\n<li>One</li>\n<li>|Two</li>\n</ul>', 'One\n|Two'],
  ['<p>Na na na na n|a na na</p>', 'Na na na na n|a na na'],
  ['<p>A caf&eacute; and a b|ar</p>', 'A café and a b|ar'],
] as const;

const split = (text: string) => [text.replace('|', ''), text.indexOf('|')] as const;

it.each(SAME_PLACES)('finds the caret of %s in the text, and back', (inHtml, inText) => {
  const [html, htmlCaret] = split(inHtml);
  const [text, caret] = split(inText);
  expect(placeInText(html, htmlCaret, text)).toBe(caret);
  expect(placeInHtml(text, caret, html)).toBe(htmlCaret);
});

it('has no place in a text without letters', () => {
  expect(placeInText('<figure><img src="/a.png" alt=""></figure>', 9, '')).toBeNull();
});
