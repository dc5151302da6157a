import { readdirSync, readFileSync } from 'node:fs';
import { VIDEO_HOSTS } from '@longhand/contract/media/video-address';
import fc from 'fast-check';
import { Fragment } from 'prosemirror-model';
import { describe, expect, it } from 'vitest';
import { type ChildNode, isElement, isText, TooComplexError } from '../../document/parse-html.ts';
import { blocksFromHtml, fragmentHtml } from '../../document/slices.ts';
import { cleanPastedHtml } from './clean-pasted-html.ts';
import { parsePasted } from './parse-pasted.ts';

/** HTML as the programs write it, and what becomes of it. Not named .html: it is not to be linted. */
const FIXTURES = new URL('../fixtures/', import.meta.url);

function fixture(name: string): string {
  return readFileSync(new URL(name, FIXTURES), 'utf8');
}

function clean(html: string): string {
  return cleanPastedHtml(html).html;
}

describe('a copy from', () => {
  const sources = readdirSync(FIXTURES)
    .filter((name) => name.endsWith('.clipboard.txt'))
    .map((name) => name.replace('.clipboard.txt', ''));

  it.each(sources)('%s becomes clean HTML', (source) => {
    const expected = fixture(`${source}.cleaned.txt`).trimEnd();
    expect(clean(fixture(`${source}.clipboard.txt`))).toBe(expected);
    expect(clean(expected)).toBe(expected);
  });
});

describe('lines of a mail', () => {
  it.each([
    [
      '<div dir="ltr">Dear Anna,<div><br></div><div>the third step,</div>\n<div>the bill <b>for</b> timber</div><div><br></div><div>Kari</div></div>',
      '<p>Dear Anna,</p>\n<p>the third step,<br>the bill <strong>for</strong> timber</p>\n<p>Kari</p>',
    ],
    // With a font, and a break at the end of a line, which is not shown.
    [
      '<div>one<br></div><div><span><br></span></div><div>two</div><div>three</div>',
      '<p>one</p>\n<p>two<br>three</p>',
    ],
    // Without an empty line, a `div` may be a paragraph; so may a long one.
    ['<div>one</div><div>two</div>', '<p>one</p>\n<p>two</p>'],
    [
      `<div>one</div><div>${'long '.repeat(30)}</div><div><br></div><div>two</div>`,
      `<p>one</p>\n<p>${'long '.repeat(30).trim()}</p>\n<p>two</p>`,
    ],
    // What is a block in a line stays one.
    [
      '<div>one</div><div><br></div><div><ul><li>two</li></ul></div><div>three</div>',
      '<p>one</p>\n<ul>\n  <li>two</li>\n</ul>\n<p>three</p>',
    ],
  ])('%s', (pasted, cleaned) => {
    expect(clean(pasted)).toBe(cleaned);
  });
});

describe('marks', () => {
  it.each([
    ['<b></b>a<i> </i>b', 'a b'],
    ['<b>a</b><b>b</b>', '<strong>ab</strong>'],
    ['x<b> a </b>y', 'x <strong>a</strong> y'],
    ['<b>a </b><b><i>b</i></b>', '<strong>a <em>b</em></strong>'],
    ['<b>a</b> <b>b</b>', '<strong>a b</strong>'],
    [
      '<a href="https://e.org"><b>a</b></a><b> b</b>',
      '<strong><a href="https://e.org">a</a> b</strong>',
    ],
    ['<b>a<span style="font-weight:400">b</span></b>', '<strong>a</strong>b'],
    ['<span style="font-weight: 600; font-style: oblique">a</span>', '<strong><em>a</em></strong>'],
    ['<span style="vertical-align:sub">a</span>', '<sub>a</sub>'],
    ['<b>a<br>b</b>', '<strong>a<br>b</strong>'],
    ['<u>a</u> <ins>b</ins> <small>c</small>', 'a b c'],
    ['<kbd>Ctrl</kbd>', '<code>Ctrl</code>'],
    ['<q>a</q>', '“a”'],
    ['a&lt;b &amp; c', 'a&lt;b &amp; c'],
  ])('%s becomes %s', (html, expected) => {
    expect(cleanPastedHtml(html).inline).toBe(expected);
    expect(clean(html)).toBe(`<p>${expected}</p>`);
  });
});

describe('spaces', () => {
  it.each([
    ['a&nbsp;b', 'a b'],
    ['a&nbsp; &nbsp;b&nbsp;', 'a b'],
    ['10&nbsp;km, « oui&nbsp;»', '10&nbsp;km, « oui&nbsp;»'],
    ['a\u200bb\ufeff', 'ab'],
    ['a\n\t b', 'a b'],
    ['<span style="white-space:pre-wrap">a\nb\tc</span>', 'a<br>b c'],
    ['全角　空白', '全角　空白'],
  ])('%j becomes %s', (html, expected) => {
    expect(cleanPastedHtml(html).inline).toBe(expected);
  });
});

describe('line breaks', () => {
  it('stay where they were meant', () => {
    expect(clean('<p>Roses are red<br>\nViolets\nare blue</p>')).toBe(
      '<p>Roses are red<br>Violets are blue</p>',
    );
  });

  it('go where a mail was broken at its width', () => {
    const lines = [
      'The garden is full of snails this year, more than we have ever had, and',
      'nothing that we tried has helped, except for the ducks of the neighbours',
      'who are paid in bread.',
    ];
    const html = `<div>${lines.join('<br>\n')}<br><br>\nBert<br>\nGraz</div>`;
    expect(clean(html)).toBe(`<p>${lines.join(' ')}</p>\n<p>Bert<br>Graz</p>`);
  });
});

describe('links', () => {
  it.each([
    ['https://example.org/a?b=1&amp;c=2', 'https://example.org/a?b=1&amp;c=2'],
    ['mailto:a@example.org', 'mailto:a@example.org'],
    ['tel:+43123', 'tel:+43123'],
    ['https://www.google.com/url?q=https://example.org/&amp;sa=D', 'https://example.org/'],
    [
      'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.org%2F&amp;data=x',
      'https://example.org/',
    ],
    ['javascript:alert(1)', null],
    ['java\nscript:alert(1)', null],
    ['https://www.google.com/url?q=javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['file:///C:/a.docx', null],
    ['/about', null],
    ['#top', null],
    ['//example.org', null],
    [`https://example.org/${'a'.repeat(9000)}`, null],
  ])('%s', (href, expected) => {
    const words = expected === null ? 'words' : `<a href="${expected}">words</a>`;
    expect(cleanPastedHtml(`<a href="${href}">words</a>`).inline).toBe(words);
  });
});

it('addresses of this site become paths, and paths stay if they were written for it', () => {
  const html = '<a href="https://blog.example/a">a</a> <a href="/b">b</a> <a href="//c.org">c</a>';
  const site = 'https://blog.example';
  expect(cleanPastedHtml(html, { site }).inline).toBe('<a href="/a">a</a> b c');
  expect(cleanPastedHtml(html, { site, keepsPaths: true }).inline).toBe(
    '<a href="/a">a</a> <a href="/b">b</a> c',
  );
  expect(cleanPastedHtml('<img src="https://blog.example/uploads/a.webp">', { site }).html).toBe(
    '<figure><img src="/uploads/a.webp" alt=""></figure>',
  );
});

describe('headings', () => {
  it.each([
    ['<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4>', ['h2', 'h3', 'h4', 'h4']],
    ['<h2>a</h2><h3>b</h3><h6>c</h6>', ['h2', 'h3', 'h4']],
    ['<div role="heading" aria-level="3">a</div>', ['h3']],
  ])('%s', (html, levels) => {
    expect(Array.from(clean(html).matchAll(/<(h\d)>/g), ([, name]) => name)).toEqual(levels);
  });

  it('keeps a picture, below', () => {
    expect(clean('<h2>a<img src="https://e.org/a.png" alt="x"> b</h2>')).toBe(
      '<h2>a b</h2>\n<figure><img src="https://e.org/a.png" alt="x"></figure>',
    );
  });

  it('does not keep a link to itself', () => {
    expect(clean('<h2><a href="https://e.org/#a"><b>a</b> b</a></h2>')).toBe(
      '<h2><strong>a</strong> b</h2>',
    );
  });
});

describe('lists', () => {
  it('nests a list that is not in an item', () => {
    expect(clean('<ul><li>a</li><ol><li>b</li></ol></ul>')).toBe(
      '<ul>\n  <li>a\n    <ol>\n      <li>b</li>\n    </ol>\n  </li>\n</ul>',
    );
    expect(clean('<ul><ul><li>a</li></ul></ul>')).toBe('<ul>\n  <li>a</li>\n</ul>');
  });

  it('adds to an item what follows it in its list', () => {
    expect(clean('<ol><li>a</li><p>b</p><div><li>c</li></div></ol>')).toBe(
      '<ol>\n  <li><p>a</p>\n    <p>b</p>\n  </li>\n  <li>c</li>\n</ol>',
    );
  });

  it('keeps lists apart', () => {
    expect(clean('<ul><li>a</li></ul><ul><li>b</li></ul>')).toBe(
      '<ul>\n  <li>a</li>\n</ul>\n<ul>\n  <li>b</li>\n</ul>',
    );
  });

  it('makes one list of items without a list', () => {
    expect(clean('<li>a</li><li>b</li>')).toBe('<ul>\n  <li>a</li>\n  <li>b</li>\n</ul>');
  });

  it('keeps the paragraphs of an item that has several', () => {
    expect(clean('<ul><li><p>a</p><p>b</p></li></ul>')).toBe(
      '<ul>\n  <li><p>a</p>\n    <p>b</p>\n  </li>\n</ul>',
    );
  });
});

describe('tables', () => {
  it('takes a first row of header cells as the head', () => {
    expect(clean('<table><tr><th><b>a</b></th></tr><tr><td>b</td></tr></table>')).toBe(
      '<table>\n<thead>\n<tr><th>a</th></tr>\n</thead>\n<tbody>\n<tr><td>b</td></tr>\n</tbody>\n</table>',
    );
  });

  it('unwraps a table for the layout', () => {
    expect(clean('<table><tr><td>a<p>b</p></td></tr></table>')).toBe('<p>a</p>\n<p>b</p>');
    expect(clean('<table role="presentation"><tr><td>a</td><td>b</td></tr></table>')).toBe(
      '<p>a</p>\n<p>b</p>',
    );
  });

  it('has no table in a cell', () => {
    const inner = '<table><tr><td>b</td><td>c</td></tr></table>';
    expect(clean(`<table><tr><td>a</td><td>${inner}</td></tr></table>`)).toContain(
      '<tr><td>a</td><td>b<br>c</td></tr>',
    );
  });
});

describe('pictures', () => {
  const data = 'data:image/png;base64,iVBORw0KGgo=';

  it('makes files of the ones with their data in the address', () => {
    const { html, pictures } = cleanPastedHtml(`<p>a<img src="${data}" alt="x">b</p>`);
    const figure = '<figure><img src="pasted:0" alt="x"></figure>';
    expect(html).toBe(`<p>a</p>\n${figure}\n<p>b</p>`);
    expect(pictures).toMatchObject([
      { html: figure, file: { name: 'picture-1.png', type: 'image/png', size: 8 } },
    ]);
  });

  it('leaves out the ones that nobody else can read, or that are damaged', () => {
    const html = [
      'file:///a.png',
      'blob:https://e.org/1',
      'cid:1',
      'data:image/svg+xml;base64,PA==',
      'data:image/png;base64,!',
      'data:image/png;base64,',
    ];
    expect(clean(html.map((src) => `<img src="${src}">`).join(''))).toBe('');
  });

  it('takes the files of the clipboard instead, in their order', () => {
    const html =
      '<img src="file:///a.png" alt="a"><p>words</p><img src="file:///b.png"><img src="cid:3">';
    const files = ['1.png', '2.png'].map((name) => new File(['x'], name, { type: 'image/png' }));
    const cleaned = cleanPastedHtml(html, { files });
    expect(cleaned.pictures.map(({ file }) => file)).toEqual(files);
    expect(cleaned.html).toBe(
      [
        '<figure><img src="pasted:0" alt="a"></figure>',
        '<p>words</p>',
        '<figure><img src="pasted:1" alt=""></figure>',
      ].join('\n'),
    );
  });
});

describe('only text', () => {
  it.each([
    ['<p>a</p><div>b</div>', true],
    ['<pre style="white-space: pre-wrap"># a</pre>', true],
    ['<p>a <b>b</b></p>', false],
    ['<a href="https://e.org">a</a>', false],
    ['<h2>a</h2>', false],
    ['<pre><code class="language-js">a</code></pre>', false],
  ])('%s: %s', (html, expected) => {
    expect(cleanPastedHtml(html).isPlain).toBe(expected);
  });
});

describe('hostile HTML', () => {
  it('is refused if it is nested too deeply', () => {
    expect(() => clean('<div>'.repeat(100_000))).toThrow(TooComplexError);
  });

  it('is refused if it is too long, but not for the data of its pictures', () => {
    expect(() => clean('<p>a</p>'.repeat(600_000))).toThrow(TooComplexError);
    const picture = `<img src="data:image/png;base64,${'A'.repeat(5_000_000)}">`;
    expect(cleanPastedHtml(picture).pictures).toHaveLength(1);
  });

  it.each(['<blockquote>', '<ul><li>', '<ul>'])('is not indented without end: %s', (nested) => {
    const html = `${nested.repeat(300 / nested.split('<').length)}${'<p>a</p>'.repeat(20_000)}`;
    expect(clean(html).length).toBeLessThan(4_000_000);
  });
});

const TAGS =
  'b i u s p div span h1 h2 h3 h5 ul ol li table tr td th thead blockquote pre code a img figure figcaption details summary br hr dl dt dd sub sup mark q font center section script style nav button svg iframe'.split(
    ' ',
  );
const ATTRIBUTES = [
  '',
  ' class="x"',
  ' style="font-weight:bold"',
  ' style="font-weight:normal;white-space:pre"',
  ' style="mso-list:l0 level2 lfo1"',
  ' style="display:block"',
  ' href="https://e.org/a"',
  ' href="javascript:alert(1)"',
  ' src="https://e.org/a.png" alt="alt"',
  ' src="https://player.vimeo.com/video/1"',
  ' onclick="alert(1)" id="x"',
  ' colspan="2" rowspan="2"',
  ' class="language-js"',
  ' role="heading" aria-level="1"',
  ' hidden',
];
const words = fc.constantFrom(
  'one',
  ' two ',
  'three\n',
  '\u00a0',
  '<',
  '&amp;',
  '10\u00a0km',
  '#',
  '',
);
const anyHtml = fc
  .array(
    fc.oneof(
      words.map((text) => text.replace('<', '&lt;')),
      fc
        .tuple(fc.constantFrom('<', '</'), fc.constantFrom(...TAGS), fc.constantFrom(...ATTRIBUTES))
        .map(([opening, tag, attributes]) =>
          opening === '<' ? `<${tag}${attributes}>` : `</${tag}>`,
        ),
      fc.constantFrom('<!-- a -->', '<![if !vml]>', '<![endif]>', '<o:p>', '</o:p>'),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    'h2 h3 h4 p strong em s mark sub sup blockquote ul li pre table thead tbody tr figure figcaption hr br details summary'
      .split(' ')
      .map((name) => [name, []]),
  ),
  a: ['href'],
  ol: ['start'],
  code: ['class'],
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
  img: ['src', 'alt'],
  iframe: ['src', 'title', 'width', 'height', 'allowfullscreen'],
};

function checkAllowed(nodes: readonly ChildNode[]): void {
  for (const node of nodes) {
    if (isText(node)) continue;
    if (!isElement(node)) throw new Error(`${node.nodeName} in the output`);
    const names = ALLOWED[node.tagName];
    expect(names, node.tagName).toBeDefined();
    for (const { name, value } of node.attrs) {
      expect(names).toContain(name);
      if (name === 'href') expect(value).toMatch(/^(?:https?|mailto|tel):/);
      if (name === 'class') expect(value).toMatch(/^language-/);
      if (node.tagName === 'iframe' && name === 'src') {
        expect(VIDEO_HOSTS).toContain(new URL(value).host);
      }
    }
    checkAllowed(node.childNodes);
  }
}

const UNSEEN = new Set(['script', 'style', 'nav', 'button', 'svg', 'iframe']);

function visibleWords(nodes: readonly ChildNode[]): string {
  return nodes
    .map((node) => {
      if (isText(node)) return node.value;
      if (!isElement(node) || UNSEEN.has(node.tagName)) return '';
      return node.attrs.some(({ name }) => name === 'hidden') ? '' : visibleWords(node.childNodes);
    })
    .join('')
    .replace(/[\s#“”]/g, '');
}

describe('any HTML', () => {
  it('has only allowed tags and attributes, and no other when it is cleaned again', () => {
    fc.assert(
      fc.property(anyHtml, (html) => {
        const cleaned = clean(html);
        checkAllowed(parsePasted(cleaned));
        expect(clean(cleaned)).toBe(cleaned);
      }),
      { numRuns: 1000 },
    );
  });

  it('is written in the same way by the visual editor', () => {
    fc.assert(
      fc.property(anyHtml, (html) => {
        const cleaned = clean(html);
        expect(fragmentHtml(Fragment.from(blocksFromHtml(cleaned)))).toBe(cleaned || '<p></p>');
      }),
      { numRuns: 300 },
    );
  });

  it('keeps all its visible words', () => {
    fc.assert(
      fc.property(anyHtml, (html) => {
        const before = visibleWords(parsePasted(html));
        const after = visibleWords(parsePasted(clean(html)));
        expect([...after].sort().join('')).toBe([...before].sort().join(''));
      }),
      { numRuns: 1000 },
    );
  });
});
