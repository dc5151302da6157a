import { EditorState } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { VisualDocument } from '../../document/visual-document.ts';
import { possibleTargets, TARGETS, turnInto } from './turn-into.ts';

function turned(html: string, label: string): string | null {
  const visual = new VisualDocument();
  let state = EditorState.create({ doc: visual.open(`${html}\n<P>rest</P>`) });
  const target = TARGETS.find((each) => each.label === label);
  if (!target) throw new Error(label);
  const isDone = turnInto(target)(state, (tr) => {
    state = state.apply(tr);
  });
  return isDone ? visual.write(state.doc).replace(/\s*<P>rest<\/P>$/, '') : null;
}

const LIST = '<ul>\n  <li>a</li>\n  <li>b\n    <ol>\n      <li>c</li>\n    </ol>\n  </li>\n</ul>';

test.each([
  ['<p class="x">a <b>b</b></p>', 'Heading 2', '<h2 class="x">a <b>b</b></h2>'],
  ['<h2>a</h2>', 'Paragraph', '<p>a</p>'],
  ['<p>a</p>', 'Bullet list', '<ul>\n  <li>a</li>\n</ul>'],
  ['<p>a</p>', 'Quote', '<blockquote><p>a</p></blockquote>'],
  ['<p>a</p>', 'Pull quote', '<blockquote class="pull"><p>a</p></blockquote>'],
  ['<p>a</p>', 'Note', '<aside class="note"><p>a</p></aside>'],
  ['<p>a<br>b</p>', 'Code', '<pre><code>a\nb</code></pre>'],
  ['<pre><code>a\nb</code></pre>', 'Paragraph', '<p>a<br>b</p>'],
  ['<ul>\n  <li>a</li>\n</ul>', 'Numbered list', '<ol>\n  <li>a</li>\n</ol>'],
  [LIST, 'Paragraph', '<p>a</p>\n<p>b</p>\n<p>c</p>'],
  ['<ul>\n  <li>a</li>\n</ul>', 'Quote', '<blockquote><ul>\n  <li>a</li>\n</ul></blockquote>'],
  ['<blockquote><h3>a</h3><p>b</p></blockquote>', 'Paragraph', '<h3>a</h3>\n<p>b</p>'],
  ['<blockquote><p>a</p></blockquote>', 'Note', '<aside class="note"><p>a</p></aside>'],
  [
    '<blockquote><p>a</p><p>b</p></blockquote>',
    'Numbered list',
    '<ol>\n  <li>a</li>\n  <li>b</li>\n</ol>',
  ],
])('%s becomes a %s', (html, label, expected) => {
  expect(turned(html, label)).toBe(expected);
});

test.each([
  ['<p>a</p>', 'Paragraph'],
  [LIST, 'Bullet list'],
  [LIST, 'Heading 2'],
  ['<figure><img src="/a.png" alt=""><figcaption>a</figcaption></figure>', 'Heading 2'],
  ['<blockquote><hr></blockquote>', 'Bullet list'],
  ['<hr>', 'Quote'],
])('%s does not become a %s', (html, label) => {
  expect(turned(html, label)).toBeNull();
});

test('a picture can be turned into nothing', () => {
  const doc = new VisualDocument().open('<figure><img src="/a.png" alt=""></figure>');
  expect(possibleTargets(EditorState.create({ doc }))).toEqual([]);
});
