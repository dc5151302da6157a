import { EditorState } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { findMatches } from '../find/find-matches.ts';
import { findInDocument } from '../visual/plugins/find-plugin.ts';
import { replaceInSource, replaceText } from './replace-text.ts';
import { VisualDocument } from './visual-document.ts';

/** What is saved after all matches were replaced in Visual. */
function replaced(html: string, query: string, text: string): string {
  const document = new VisualDocument();
  const state = EditorState.create({ doc: document.open(html) });
  const matches = findInDocument(state.doc, { text: query, matchCase: false });
  return document.write(replaceText(state, matches, text, document).doc);
}

test('only the bytes of the match are changed, whatever the formatting of its block', () => {
  for (const html of [
    '<p>one cat</p>',
    '<P  CLASS=a >one cat\n   and more</P >',
    '<ul><li>one cat<li>two</ul>',
    '<p>A &copy; sign, a&nbsp;cat &amp; a dog</p><p>next</p>',
    'bare cat\n\n<p>two</p>',
    "<h2 id='x'>The cat</h2>\n\n\n<p>b</p>",
    '<table><tr><td>cat<td>dog</table>',
    '<p>a <b>cat</b> <i >sat</i></p>',
    '<pre><code class="language-js">cat &lt; dog\n  cat</code></pre>',
    '<figure><img src="/a.webp" alt="cat"><figcaption>A cat</figcaption></figure>',
    '<blockquote>\n  <p>cat</p>\n</blockquote>',
  ]) {
    const expected = html.replaceAll(/(?<!alt=")cat/g, 'whale');
    expect(replaced(html, 'cat', 'whale'), html).toBe(expected);
    expect(replaced(html, 'CAT', 'cat'), html).toBe(html);
  }
});

test('a match over several formats takes that of its first letter', () => {
  expect(replaced('<p>a c<b >at sat</b></p>', 'cat', 'dog')).toBe('<p>a dog<b > sat</b></p>');
  expect(replaced('<p>a <b>ca</b>t</p>', 'cat', 'dog')).toBe('<p>a <b>dog</b></p>');
  expect(replaced('<p>x<b>cat</b>y</p>', 'xcaty', 'dog')).toBe('<p>dog</p>');
});

test('text is escaped, and can be removed', () => {
  expect(replaced('<p >a cat</p>', 'cat', '<b> & "x"')).toBe('<p >a &lt;b&gt; &amp; "x"</p>');
  expect(replaced('<p >a cat!</p>', ' cat', '')).toBe('<p >a!</p>');
  expect(replaced('<p>cat</p>\n<p>b</p>', 'cat', '')).toBe('<p></p>\n<p>b</p>');
});

test('a space in the text may be a line break in the source', () => {
  expect(replaced('<P>a big\n    cat</P>', 'big cat', 'dog')).toBe('<P>a dog</P>');
});

test('what is not text is not found: attributes, comments, HTML that cannot be changed', () => {
  const html = '<!-- cat -->\n<p title="cat">dog</p>\n<video src="cat"></video>';
  expect(replaced(html, 'cat', 'whale')).toBe(html);
});

test('nothing is guessed where the source shows another text', () => {
  const one = findMatches('cat', { text: 'cat', matchCase: false });
  expect(replaceInSource('<p>dog</p>', 'cat', one, 'x')).toBe(null);
  expect(replaceInSource('<p>cat and more</p>', 'cat', one, 'x')).toBe(null);
});
