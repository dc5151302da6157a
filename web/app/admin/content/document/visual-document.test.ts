import fc from 'fast-check';
import type { Node } from 'prosemirror-model';
import { Transform } from 'prosemirror-transform';
import { expect, test } from 'vitest';
import { content, samples } from '../../../../../test-support/html-contents.ts';
import { splitBlocks } from './html-blocks.ts';
import { isElement, isText, parseHtml } from './parse-html.ts';
import { schema } from './schema.ts';
import { VisualDocument } from './visual-document.ts';

function untouched(text: string): string {
  const visual = new VisualDocument();
  return visual.write(visual.open(text));
}

function kinds(text: string): string[] {
  return new VisualDocument().open(text).children.map(({ type }) => type.name);
}

/** Opens a text, changes it, and writes it. */
function edited(text: string, change: (transform: Transform, doc: Node) => void): string {
  const visual = new VisualDocument();
  const doc = visual.open(text);
  const transform = new Transform(doc);
  change(transform, doc);
  return visual.write(transform.doc);
}

/** The start of the content of a top-level block. */
function inside(doc: Node, index: number): number {
  return doc.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0) + 1;
}

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        '<',
        '>',
        '/',
        '"',
        "'",
        '=',
        '!',
        '--',
        '&',
        '&#',
        ';',
        '<p',
        '</p>',
        '<table>',
        '<tr>',
        '<b>',
        '<a href=',
        '<![CDATA[',
        '<svg>',
        '<math>',
        '<template>',
        '<plaintext>',
        '\0',
        '\n\n',
        'x',
        ' ',
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join('')),
);

test.each(samples)('%s is written as it was opened, without raw HTML', (_name, text) => {
  expect(untouched(text)).toBe(text);
  expect(kinds(text)).not.toContain('raw_html');
});

test('any content is written as it was opened', () => {
  fc.assert(
    fc.property(fc.oneof(content, hostile), (text) => {
      expect(untouched(text)).toBe(text);
    }),
    { numRuns: 600 },
  );
});

/** Every place of the document that takes text. */
function placesForText(doc: Node): number[] {
  const places: number[] = [];
  doc.descendants((node, position) => {
    if (!node.isTextblock) return;
    for (let offset = 0; offset <= node.content.size; offset += 1)
      places.push(position + 1 + offset);
  });
  return places;
}

/** The top-level block at a position, and where its source is in the text. */
function sliceAt(text: string, doc: Node, position: number): { from: number; to: number } {
  const { before, blocks } = splitBlocks(text);
  const index = doc.resolve(position).index(0);
  const lengths = blocks.map(({ source, after }) => source.length + after.length);
  const from = before.length + lengths.slice(0, index).reduce((sum, length) => sum + length, 0);
  return { from, to: from + (blocks[index]?.source.length ?? 0) };
}

/** With the text of raw HTML: an unclosed element is opened again in a text that is not empty any more. */
function shownText(doc: Node): string {
  const text = doc.children.map((node) =>
    node.type.name === 'raw_html' ? textOf(parseHtml(node.attrs.html)) : node.textContent,
  );
  return text.join('').replace(/\s/g, '');
}

function textOf(nodes: ReturnType<typeof parseHtml>): string {
  return nodes
    .map((node) => {
      if (isText(node)) return node.value;
      return isElement(node) ? textOf(node.childNodes) : '';
    })
    .join('');
}

function expectOnlyOneSliceChanged(text: string, chosen: number): void {
  const visual = new VisualDocument();
  const doc = visual.open(text);
  const places = placesForText(doc);
  const position = places[Math.floor(chosen * places.length)];
  if (position === undefined) return;
  const typed = new Transform(doc).insert(position, schema.text('¶')).doc;
  const { from, to } = sliceAt(text, doc, position);
  const after = visual.write(typed);
  expect(after.slice(0, from)).toBe(text.slice(0, from));
  expect(after.endsWith(text.slice(to))).toBe(true);
  expect(after.slice(from, after.length - (text.length - to))).toContain('¶');
  // What was written is opened as the same document, so nothing of the block is lost.
  expect(shownText(new VisualDocument().open(after))).toBe(shownText(typed));
}

const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test('a typed character changes the source of its block only', () => {
  fc.assert(fc.property(content, place, expectOnlyOneSliceChanged), { numRuns: 600 });
});

test.each(samples)(
  'a typed character in %s changes the source of its block only',
  (_name, text) => {
    fc.assert(
      fc.property(place, (chosen) => expectOnlyOneSliceChanged(text, chosen)),
      { numRuns: 40 },
    );
  },
);

test('a figure that holds figures is a gallery, and one with other things raw HTML', () => {
  const figure = '<figure><img src="/a.png" alt="A"><figcaption>a</figcaption></figure>';
  expect(kinds(`<figure>${figure}${figure}</figure>`)).toEqual(['gallery']);
  expect(kinds(`<figure>${figure}<figcaption>all</figcaption></figure>`)).toEqual(['raw_html']);
  const text = `<FIGURE class="wide">${figure}\n${figure}</FIGURE>\n<p>x</p>`;
  expect(untouched(text)).toBe(text);
  const typed = edited(text, (transform, doc) => {
    transform.insert(inside(doc, 0) + 1, schema.text('!'));
  });
  expect(typed).toBe(
    `<figure class="wide">\n  ${figure.replace('>a<', '>!a<')}\n  ${figure}\n</figure>\n<p>x</p>`,
  );
});

test('a change that is taken back leaves the source as it was', () => {
  const text = '<p>One\n  two</p>\n\n<P CLASS=x>three</P>';
  const result = edited(text, (transform, doc) => {
    transform.insert(inside(doc, 1), schema.text('x'));
    transform.delete(inside(doc, 1), inside(doc, 1) + 1);
  });
  expect(result).toBe(text);
});

test('new, changed and removed blocks are written one a line', () => {
  const text = '<p>One</p><h2>Two</h2><p>Three</p>\n';
  const added = edited(text, (transform, doc) => {
    const paragraph = schema.node('paragraph', null, schema.text('New & <new>'));
    transform.insert(inside(doc, 1) - 1, paragraph);
  });
  expect(added).toBe('<p>One</p>\n<p>New &amp; &lt;new&gt;</p>\n<h2>Two</h2><p>Three</p>\n');
  const removed = edited(text, (transform, doc) => {
    transform.delete(inside(doc, 1) - 1, inside(doc, 2) - 1);
  });
  expect(removed).toBe('<p>One</p>\n<p>Three</p>\n');
});

test('a moved block keeps its source', () => {
  const text = '<p>One</p>\n<H2>Two</H2>\n<p>Three</p>';
  const result = edited(text, (transform, doc) => {
    const heading = doc.child(1);
    transform.delete(inside(doc, 1) - 1, inside(doc, 2) - 1);
    transform.insert(0, heading);
  });
  expect(result).toBe('<H2>Two</H2>\n<p>One</p>\n<p>Three</p>');
});

test('texts without tags that become neighbours stay two paragraphs', () => {
  const text = 'One\n\n<hr>\nTwo';
  const result = edited(text, (transform, doc) => {
    transform.delete(inside(doc, 1) - 1, inside(doc, 2) - 1);
  });
  expect(result).toBe('One\n\nTwo');
});

test('an unclosed block is closed before a new one is written after it', () => {
  const text = '<p>One</p>\n<div>Two';
  const result = edited(text, (transform, doc) => {
    transform.insert(doc.content.size, schema.node('paragraph', null, schema.text('New')));
  });
  expect(result).toBe('<p>One</p>\n<div>Two</div>\n<p>New</p>');
});

test('an empty paragraph is not written, and neither is the rest of a text that was deleted', () => {
  const added = edited('<p>One</p>', (transform, doc) => {
    transform.insert(doc.content.size, schema.node('paragraph'));
  });
  expect(added).toBe('<p>One</p>');
  const emptied = edited('\n<p>One</p>\n', (transform, doc) => {
    transform.delete(inside(doc, 0), inside(doc, 0) + 3);
  });
  expect(emptied).toBe('');
});

test.each([
  ['<ul>\n<li>One <b>two</b>\n<ul><li>Three</li></ul></li>\n</ul>', 'bullet_list'],
  ['<ul><li><p>One</p></li></ul>', 'bullet_list'],
  ['<blockquote><p>One</p><cite>Two</cite></blockquote>', 'blockquote'],
  ['<blockquote>One<br>two</blockquote>', 'blockquote'],
  ['<em><strong>One</strong></em> <a href="/x"><b>two</b></a>', 'paragraph'],
  ['<p class="lead" dir="rtl">One</p>', 'paragraph'],
  ['<figure><a href="/x"><img src="/a.png"></a></figure>', 'figure'],
  ['<figure><img src="/a.png" alt=""><figcaption></figcaption></figure>', 'figure'],
  ['<img src="/a.png">', 'figure'],
  ['<table><tr><th>A<td>B</table>', 'table'],
  ['<pre><code class="language-ts">a\n  b</code></pre>', 'code_block'],
  [
    '<section class="footnotes"><ol><li id="fn1">Note <a href="#fnref1">↩</a></li></ol></section>',
    'container',
  ],
  ['<video src="/v.mp4"></video>', 'raw_html'],
  ['<p>One<!-- comment --></p>', 'raw_html'],
  ['<p><a name="here"></a>One</p>', 'raw_html'],
  ['<figure><blockquote><p>One</p></blockquote></figure>', 'raw_html'],
  ['<iframe src="https://example.com/embed"></iframe>', 'raw_html'],
  ['<script>alert(1)</script>', 'raw_html'],
  ['<table>lost<tr><td>x</table>', 'raw_html'],
])('%s is opened as %s', (html, kind) => {
  expect(kinds(html)).toEqual([kind]);
});

test('only what follows an unclosed element is one block of raw HTML', () => {
  const text = '<p>One</p>\n<p>Two <b>bold</p>\n<p>Three</p>\n<ul><li>x';
  const visual = new VisualDocument();
  const doc = visual.open(text);
  expect(doc.children.map(({ type }) => type.name)).toEqual(['paragraph', 'raw_html']);
  expect(doc.child(1).attrs.html).toBe('<p>Two <b>bold</p>\n<p>Three</p>\n<ul><li>x');
  const after = edited(text, (transform) => {
    transform.insert(
      transform.doc.content.size,
      schema.node('paragraph', null, schema.text('New')),
    );
  });
  expect(kinds(after).at(-1)).toBe('paragraph');
});

test('comments stay with the block that they stand before, and are not written twice', () => {
  const text = '<p>A</p>\n<!-- about B -->\n<p>B b</p>';
  const split = edited(text, (transform, doc) => transform.split(inside(doc, 1) + 1));
  expect(split).toBe('<p>A</p>\n<!-- about B -->\n<p>B</p>\n<p> b</p>');
  const deleted = edited(text, (transform, doc) => transform.delete(0, inside(doc, 1) - 1));
  expect(deleted).toBe('<!-- about B -->\n<p>B b</p>');
});

test('a comment that is not closed does not contain what is written after it', () => {
  expect(kinds('<!-- notes')).toEqual(['raw_html']);
  const after = edited('<!-- notes', (transform, doc) => {
    transform.insert(doc.content.size, schema.node('paragraph', null, schema.text('New')));
  });
  expect(after).toBe('<!-- notes-->\n<p>New</p>');
});

test('unclosed HTML that is moved into another block does not contain what follows', () => {
  const text = '<blockquote><p>q</p></blockquote>\n<p>rest</p>\n<textarea>x';
  const after = edited(text, (transform, doc) => {
    const rawHtml = doc.child(2);
    transform.delete(inside(doc, 2) - 1, doc.content.size);
    transform.insert(doc.child(0).nodeSize - 1, rawHtml);
  });
  expect(after).toContain('</textarea>\n</blockquote>\n<p>rest</p>');
});

test('a hundred thousand nested elements are one block of raw HTML', () => {
  expect(kinds('<div>'.repeat(100_000))).toEqual(['raw_html']);
  expect(kinds('<p><b>'.repeat(20_000))).toEqual(['raw_html']);
});

test('tidy HTML of every kind of block', () => {
  const text = [
    '<h2>Title</h2>',
    '<p>One <strong>two</strong></p>',
    '<ul>\n  <li>One\n    <ul>\n      <li>Two</li>\n    </ul>\n  </li>\n</ul>',
    '<blockquote class="pull"><p>Quote</p></blockquote>',
    '<pre><code class="language-js">a &lt; b</code></pre>',
    '<table>\n<thead>\n<tr><th>A</th></tr>\n</thead>\n<tbody>\n<tr><td>1</td></tr>\n</tbody>\n</table>',
    '<figure class="wide"><img src="/a.png" alt="A"><figcaption>B</figcaption></figure>',
    '<hr>',
    '<aside class="note"><p>Note</p></aside>',
    '<details><summary>More</summary><p>Text</p></details>',
    '<dl>\n  <dt>A</dt>\n  <dd>B</dd>\n</dl>',
  ].join('\n');
  const visual = new VisualDocument();
  const fresh = visual
    .open(text)
    .children.map((node) => node.type.create({ ...node.attrs, origin: null }, node.content));
  expect(new VisualDocument().write(schema.node('doc', null, fresh))).toBe(text);
});
