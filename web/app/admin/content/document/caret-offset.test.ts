import { expect, test } from 'vitest';
import { offsetOfPosition, positionOfOffset } from './caret-offset.ts';
import { VisualDocument } from './visual-document.ts';

const HTML = [
  '<h2>One</h2>',
  '<p>Two <em>three</em> &amp; four</p>',
  '<figure><img src="/a.png" alt="five"></figure>',
  '<ul>\n<li>Six</li>\n<li>Seven</li>\n</ul>',
  '<custom-element>Eight</custom-element>',
  '<p>Nine</p>',
].join('\n\n');

function open(html: string) {
  const document = new VisualDocument();
  const doc = document.open(html);
  return { doc, parts: document.parts(doc) };
}

test.each(['On', 'Tw', 'Two <em>th', '&amp; fo', '<li>Six', '<li>', '<li>Six</li>\n<li>', 'Nin'])(
  'a caret after %s comes back to its place',
  (words) => {
    const { doc, parts } = open(HTML);
    const offset = HTML.indexOf(words) + words.length;
    const position = positionOfOffset(parts, offset);
    expect(offsetOfPosition(parts, doc.resolve(position))).toBe(offset);
  },
);

test.each(['src="/a', 'Eig'])('a caret after %s is at the block', (words) => {
  const { doc, parts } = open(HTML);
  const position = positionOfOffset(parts, HTML.indexOf(words) + words.length);
  const block = parts.find((part) => part.own.includes(words));
  expect(doc.resolve(position).index(0)).toBe(block?.index);
});

test('a caret in an empty paragraph is behind the block before it', () => {
  const { doc, parts } = open('<p>One</p>\n<p></p>\n<p>Two</p>');
  const [first] = parts;
  const empty = doc.resolve((first?.node.nodeSize ?? 0) + 1);
  expect(offsetOfPosition(parts, empty)).toBeGreaterThanOrEqual('<p>One</p>'.length);
  expect(offsetOfPosition(parts, empty)).toBeLessThanOrEqual('<p>One</p>\n<p></p>'.length);
});
