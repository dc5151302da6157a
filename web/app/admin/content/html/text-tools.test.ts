import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TextState } from './text-edits.ts';
import { addressAt, answerLink, setLink } from './text-links.ts';
import { TOOLBAR, TOOLS } from './text-tools.ts';

/** Two bars mark the selection, one the caret. */
function marked(text: string) {
  const [before = '', selected, after] = text.split('|');
  if (after === undefined) {
    return { text: before + selected, from: before.length, to: before.length };
  }
  const to = before.length + (selected ?? '').length;
  return { text: before + selected + after, from: before.length, to };
}

const APPLIED = TOOLS.filter((tool) => 'apply' in tool);

/** Applies a tool; the result is marked in the same way. */
function use(label: string, text: string): string | undefined {
  const now = APPLIED.find((tool) => tool.label === label)?.apply(marked(text));
  return now ? show(now) : undefined;
}

/** Answers the question for an address. */
function answer(text: string, address: string, words = address): string {
  const before = marked(text);
  const now = answerLink(before, address, words);
  if ('error' in now) return now.error;
  return now === before ? 'unchanged' : show(now);
}

function show(now: TextState): string {
  const [before, selected] = [now.text.slice(0, now.from), now.text.slice(now.from, now.to)];
  const after = now.text.slice(now.to);
  return selected === '' ? `${before}|${after}` : `${before}|${selected}|${after}`;
}

const selectedOf = (words: string) => ({ text: words, from: 0, to: words.length });

/** The others insert something beside the selection, or ask for an address. */
const WRAPPING_TOOLS = APPLIED.filter(
  ({ label }) => !['Table', 'Rule', 'Footnote'].includes(label),
);

test('the tools of the specification come first, with their labels and shortcuts', () => {
  const shown = TOOLBAR.map(({ label, keys }) => [
    label,
    keys && [keys.alt && 'Alt', keys.shift && 'Shift', keys.key].filter(Boolean).join('+'),
  ]);
  expect(shown).toEqual([
    ['H2', 'Alt+2'],
    ['H3', 'Alt+3'],
    ['Bold', 'B'],
    ['Italic', 'I'],
    ['Link', 'K'],
    ['Bullet List', 'Shift+8'],
    ['Numbered List', 'Shift+7'],
    ['Image', null],
    ['Quote', 'Shift+9'],
    ['Code', 'E'],
    ['Table', null],
    ['Rule', null],
    ['Footnote', null],
  ]);
});

test('every wrapping tool keeps the selected words, and selects them again', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z ]{1,20}$/), (words) => {
      for (const tool of WRAPPING_TOOLS) {
        const after = tool.apply(selectedOf(words));
        expect(after?.text).toContain(words.trim());
        expect(after?.text.slice(after.from, after.to)).toContain(words.trim());
      }
    }),
  );
});

test('applying a wrapping tool twice restores the text and the selection', () => {
  const words = fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,3}$/);
  fc.assert(
    fc.property(words, words, words, (before, selected, after) => {
      for (const tool of WRAPPING_TOOLS) {
        const start = marked(`${before} |${selected}| ${after}`);
        const once = tool.apply(start);
        expect(once?.text).not.toBe(start.text);
        expect(tool.apply(once ?? start)).toEqual(start);
      }
    }),
  );
});

const LINES = [
  'bare words',
  '<p>One <em>two</em> three</p>',
  '<h2 id="a">Title</h2>',
  '<ul>\n  <li>a</li>\n  <li>b &amp; c</li>\n</ul>',
  '<table>\n<tr><td>cell</td></tr>\n</table>',
  '<div>\n<p>in a box</p>\n</div>',
  '<img src="/a.png" alt="">',
  '',
] as const;

/** A text of several blocks, and a position in it that is not within a tag. */
const textAndCaret = fc
  .tuple(fc.array(fc.constantFrom(...LINES), { maxLength: 5 }), fc.nat())
  .map(([lines, number]) => {
    const text = lines.join('\n');
    const places = [...Array(text.length + 1).keys()].filter(
      (at) => !/<[^>]*$/.test(text.slice(0, at)),
    );
    return { text, caret: places[number % places.length] ?? 0 };
  });

test.each(['Quote', 'Code', 'Rule', 'Footnote'])(
  '%s twice restores every byte, wherever the caret is',
  (label) => {
    const tool = APPLIED.find((each) => each.label === label);
    fc.assert(
      fc.property(textAndCaret, ({ text, caret }) => {
        const once = tool?.apply({ text, from: caret, to: caret });
        expect(once?.text).not.toBe(text);
        expect(once && tool?.apply(once)?.text).toBe(text);
      }),
    );
  },
);

test('an empty table is removed again with every byte', () => {
  const tool = APPLIED.find(({ label }) => label === 'Table');
  fc.assert(
    fc.property(textAndCaret, ({ text, caret }) => {
      const inTable = /<table>(?:(?!<\/table>)[\s\S])*$/.test(text.slice(0, caret));
      fc.pre(!inTable);
      const once = tool?.apply({ text, from: caret, to: caret });
      expect(once?.text.slice(once.to).startsWith('</th>')).toBe(true);
      expect(once && tool?.apply(once)?.text).toBe(text);
    }),
  );
});

test('any selected text is code, and is itself again without it', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.boolean(), (words, isLine) => {
      fc.pre(words.trim() !== '' && !words.includes('<'));
      const start = isLine
        ? selectedOf(words)
        : { text: `a ${words} b`, from: 2, to: 2 + words.length };
      const tool = APPLIED.find(({ label }) => label === 'Code');
      const once = tool?.apply(start);
      expect(once?.text).toMatch(/<code>[^<>]*<\/code>/);
      expect(once && tool?.apply(once)?.text).toBe(start.text);
    }),
  );
});

test('lists have one item for each line that is not empty', () => {
  expect(use('Bullet List', '| a \n\n\tb\n|')).toBe('<ul>\n|  <li>a</li>\n  <li>b</li>|\n</ul>');
  expect(use('Numbered List', '|\n|')).toBe('<ol>\n  <li>|</li>\n</ol>');
});

test.each([
  ['Bold', 'a |b| c', 'a <strong>|b|</strong> c'],
  ['Bold', '<strong>a |b<br>c| d</strong>', '<strong>a </strong>|b<br>c|<strong> d</strong>'],
  ['Bold', 'a <strong>|b|</strong> c', 'a |b| c'],
  ['Bold', 'a |<strong>b</strong>| c', 'a |b| c'],
  ['Bold', 'a| <strong>b</strong> |c', 'a| b |c'],
  ['Bold', 'a <strong>b|b</strong> c', 'a b|b c'],
  ['Bold', 'a <strong>|</strong> c', 'a | c'],
  ['Bold', 'a <b>|b|</b> c', 'a |b| c'],
  ['Bold', '<strong>a |b| c</strong>', '<strong>a </strong>|b|<strong> c</strong>'],
  ['Bold', '<strong>|a |b</strong>', '|a |<strong>b</strong>'],
  ['Bold', '<strong>a <em>|b|</em> c</strong>', 'a <em>|b|</em> c'],
  ['Bold', '|a <strong>b</strong> c|', '<strong>|a b c|</strong>'],
  ['Bold', '<strong>a |b</strong> c| d', '<strong>|a b c|</strong> d'],
  ['Bold', 'a |b <strong>c| d</strong>', 'a <strong>|b c d|</strong>'],
  ['Bold', 'a <str|ong>b</strong>| c', 'a |b| c'],
  ['Bold', '<strong>a</strong>|', '<strong>a</strong><strong>|</strong>'],
  ['Italic', '<strong>|a|</strong>', '<strong><em>|a|</em></strong>'],
  ['Italic', 'a <em class="x">|b|</em> c', 'a |b| c'],
  ['H2', '<h2>|Title|</h2>', '|Title|'],
  ['H2', '|<h2>Title</h2>|', '|Title|'],
  ['H2', '<h2>Ti|tle</h2>', 'Ti|tle'],
  ['H3', '<h2>|Title|</h2>', '<h3>|Title|</h3>'],
  ['H3', '<h2 id="a">Ti|t|le</h2>', '<h3 id="a">Ti|t|le</h3>'],
  ['H2', '<h4>|Title|</h4>', '<h2>|Title|</h2>'],
  ['H3', '|<h2>One</h2>\n<h3>Two</h3>|', '|<h3>One</h3>\n<h3>Two</h3>|'],
  ['H3', '|<h3>One</h3>\n<h3>Two</h3>|', '|One\nTwo|'],
  ['Bullet List', '<ul>\n|  <li>a</li>\n  <li>b</li>|\n</ul>', '|a\nb|'],
  ['Bullet List', '<ul><li>a</li><li>|b|</li></ul>', '|a\nb|'],
  ['Bullet List', '|<ol>\n  <li>a</li>\n</ol>|', '|<ul>\n  <li>a</li>\n</ul>|'],
  ['Numbered List', '<ul>\n  <li>a|</li>\n</ul>', '<ol>\n  <li>a|</li>\n</ol>'],
  ['Numbered List', '<ul><li>a<ol><li>|b|</li></ol></li></ul>', '<ul><li>a|\nb|</li></ul>'],
  ['Quote', '<p>a |b| c</p>', '<blockquote><p>a |b| c</p></blockquote>'],
  ['Quote', '<blockquote><p>a |b| c</p></blockquote>', '<p>a |b| c</p>'],
  ['Quote', '<blockquote class="pull"><p>a|</p></blockquote>', '<p>a|</p>'],
  ['Quote', '|<blockquote>a</blockquote>\n<blockquote>b</blockquote>|', '|a\nb|'],
  ['Quote', 'x\nbare wo|rds\ny', 'x\n<blockquote>bare wo|rds</blockquote>\ny'],
  ['Quote', '<ul>\n<li>a|</li>\n</ul>', '<blockquote><ul>\n<li>a|</li>\n</ul></blockquote>'],
  [
    'Quote',
    '<p>a</p>\n<p>|b</p>\n<p>c|</p>',
    '<p>a</p>\n<blockquote><p>|b</p>\n<p>c|</p></blockquote>',
  ],
  ['Quote', '|', '<blockquote>|</blockquote>'],
  ['Code', 'the |a < b| test', 'the <code>|a &lt; b|</code> test'],
  ['Code', 'the <code>a &lt;| b</code> test', 'the a <| b test'],
  ['Code', '<p>the |<em>a</em>| test</p>', '<p>the <code>|&lt;em&gt;a&lt;/em&gt;|</code> test</p>'],
  ['Code', '<p>a <em>b |c</em> d| e</p>', '<p>a <code>|&lt;em&gt;b c&lt;/em&gt; d|</code> e</p>'],
  ['Code', 'a |b', 'a <code>|</code>b'],
  ['Code', 'a <code>|</code>b', 'a |b'],
  ['Code', 'x\n|\ny', 'x\n<pre><code>|</code></pre>\ny'],
  ['Code', 'x\n|  if (a) {\n    b\n|y', 'x\n<pre><code>|  if (a) {\n    b|</code></pre>\ny'],
  ['Code', '<pre><code class="language-sh">ls |*| &amp;</code></pre>', 'ls |*| &'],
  ['Code', '<pre>a| b</pre>', 'a| b'],
  ['Rule', '<p>a|</p>\n<p>b</p>', '<p>a</p>\n<hr>|\n<p>b</p>'],
  ['Rule', '<p>a</p>\n<hr>|\n<p>b</p>', '<p>a</p>\n|<p>b</p>'],
  ['Rule', '<p>a</p>\n|', '<p>a</p>\n<hr>\n|'],
  ['Rule', '<p>a</p>\n<hr>\n|', '<p>a</p>\n|'],
  ['Rule', '<ul>\n<li>a|</li>\n</ul>\nb', '<ul>\n<li>a</li>\n</ul>\n<hr>|\nb'],
  [
    'Table',
    '<table>\n<tr><td>a|</td><td>b</td></tr>\n</table>',
    '<table>\n<tr><td>a</td><td>b</td></tr>\n<tr><td>|</td><td></td></tr>\n</table>',
  ],
  [
    'Table',
    '<table>\n<thead><tr><th>a|</th></tr></thead>\n<tbody>\n<tr><td>b</td></tr>\n</tbody>\n</table>',
    '<table>\n<thead><tr><th>a</th></tr></thead>\n<tbody>\n<tr><td>|</td></tr>\n<tr><td>b</td></tr>\n</tbody>\n</table>',
  ],
] as const)('%s: %s', (label, before, after) => {
  expect(use(label, before)).toBe(after);
});

test('a table has three columns, a header, and one line for each row', () => {
  const cells = '<td></td><td></td><td></td>';
  expect(use('Table', 'a|\nb')).toBe(
    [
      'a',
      '<table>',
      '<thead><tr><th scope="col">|</th><th scope="col"></th><th scope="col"></th></tr></thead>',
      '<tbody>',
      `<tr>${cells}</tr>`,
      `<tr>${cells}</tr>`,
      '</tbody>',
      '</table>',
      'b',
    ].join('\n'),
  );
  expect(use('Table', '<table><caption>|a</caption></table>')).toBeUndefined();
});

const REFERENCE = (number: number) =>
  `<sup class="footnote-ref"><a href="#fn${number}" id="fnref${number}">${number}</a></sup>`;
const NOTE = (number: number, words = '') =>
  `<li id="fn${number}"><p>${words} <a href="#fnref${number}" aria-label="Back to the text">↩</a></p></li>`;
const NOTES = (...notes: string[]) =>
  `<section class="footnotes"><ol>\n${notes.join('\n')}\n</ol></section>`;

test('a footnote has a reference at the caret and a note at the end', () => {
  expect(use('Footnote', '<p>a| b</p>')).toBe(`<p>a${REFERENCE(1)} b</p>\n${NOTES(NOTE(1, '|'))}`);
  expect(use('Footnote', `<p>a${REFERENCE(1)} b|</p>\n${NOTES(NOTE(1, 'x'))}`)).toBe(
    `<p>a${REFERENCE(1)} b${REFERENCE(2)}</p>\n${NOTES(NOTE(1, 'x'), NOTE(2, '|'))}`,
  );
});

test('a footnote gets the next free number, and the others keep theirs', () => {
  const before = `a${REFERENCE(3)} b| c${REFERENCE(1)}\n`;
  expect(use('Footnote', before + NOTES(NOTE(1, 'x'), NOTE(3, 'y')))).toBe(
    `a${REFERENCE(3)} b${REFERENCE(2)} c${REFERENCE(1)}\n${NOTES(NOTE(1, 'x'), NOTE(2, '|'), NOTE(3, 'y'))}`,
  );
  expect(use('Footnote', `a| b${REFERENCE(2)}\n${NOTES(NOTE(2, 'y'))}`)).toBe(
    `a${REFERENCE(1)} b${REFERENCE(2)}\n${NOTES(NOTE(1, '|'), NOTE(2, 'y'))}`,
  );
});

test('on a reference the footnote is removed, in a note with words nothing changes', () => {
  const two = NOTES(NOTE(1, 'x'), NOTE(2, 'y'));
  const marked = REFERENCE(1).replace('>1<', '>|1<');
  expect(use('Footnote', `a${marked} b${REFERENCE(2)}\n${two}`)).toBe(
    `a| b${REFERENCE(2)}\n${NOTES(NOTE(2, 'y'))}`,
  );
  expect(use('Footnote', `a${marked}\n${NOTES(NOTE(1, 'x'))}\n`)).toBe('a|\n');
  expect(use('Footnote', `a${marked} b`)).toBe('a| b');
  expect(use('Footnote', `a${REFERENCE(1)}\n${NOTES(NOTE(1, 'x|'))}`)).toBeUndefined();
  expect(use('Quote', `a${REFERENCE(1)}\n${NOTES(NOTE(1, 'x|'))}`)).toBeUndefined();
});

test('no address breaks out of its attribute', () => {
  fc.assert(
    fc.property(fc.string(), (address) => {
      expect(setLink(selectedOf('x'), address).text).toMatch(/^<a href="[^"<>]*">x<\/a>$/);
    }),
  );
});

test('the address of a link is shown, and can be changed', () => {
  const before = 'a <a class="c" href="https://a.example/?x=1&amp;y=2">|link|</a>';
  expect(addressAt(marked(before))).toBe('https://a.example/?x=1&y=2');
  expect(answer(before, 'https://b.example/?x=1&y="2"')).toBe(
    'a <a class="c" href="https://b.example/?x=1&amp;y=&quot;2&quot;">|link|</a>',
  );
});

test('an empty address removes the link; the same address changes nothing', () => {
  expect(answer('a <a href="/a">li|nk</a> b', '')).toBe('a li|nk b');
  expect(answer('a |<a href="/a">link</a>| b', '/a')).toBe('unchanged');
});

test('links are not nested', () => {
  expect(answer('|a <a href="/a">link</a>|', '/b')).toBe('<a href="/b">|a link|</a>');
  expect(answer("a <a href='/a'>|li|nk</a>", '/c')).toBe('a <a href="/c">|li|nk</a>');
});

test('an invalid address is refused, with the reason', () => {
  expect(addressAt(marked('|here|'))).toBeNull();
  expect(answer('|here|', 'javascript:alert(1)')).toContain(
    'A link cannot lead to a “javascript:” address.',
  );
  expect(answer('|here|', '')).toContain('Enter an address');
  expect(answer('|here|', 'example.org/page')).toBe(
    '<a href="https://example.org/page">|here|</a>',
  );
});

test('without a selection, the text of a link is the typed address, or the title of a post', () => {
  expect(answer('to |', 'me@example.org')).toBe(
    'to <a href="mailto:me@example.org">|me@example.org|</a>',
  );
  expect(answer('see |', '/blog/tea', 'Tea & time')).toBe(
    'see <a href="/blog/tea">|Tea &amp; time|</a>',
  );
});

test('no two tools share a shortcut', () => {
  const shortcuts = TOOLS.flatMap(({ keys }) => (keys ? [JSON.stringify(keys)] : []));
  expect(new Set(shortcuts).size).toBe(shortcuts.length);
});
