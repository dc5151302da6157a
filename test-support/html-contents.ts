import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';

const SAMPLES = new URL('../api/sample-content/', import.meta.url);

/** The sample posts: their names and texts. */
export const samples = readdirSync(SAMPLES)
  .filter((name) => name.endsWith('.html'))
  .map((name) => [name, readFileSync(new URL(name, SAMPLES), 'utf8')] as const);

const word = fc.constantFrom(
  'one',
  'two & three',
  'é',
  '&nbsp;',
  '&eacute;',
  '  ',
  '\n',
  '<',
  'a<b',
  '"x"',
  '日本',
  '\r\n',
);
const inlineTag = fc.constantFrom(
  'b',
  'strong',
  'em',
  'i',
  's',
  'code',
  'mark',
  'sub',
  'sup',
  'span',
  'kbd',
  'a href="/x"',
  'a href="#fn1" id="fnref1"',
  'u',
  'small class="x"',
);
const { inline } = fc.letrec<{ inline: string }>((tie) => ({
  inline: fc.oneof(
    { maxDepth: 3 },
    word,
    fc.tuple(inlineTag, fc.array(tie('inline'), { maxLength: 3 })).map(([tag, inner]) => {
      return `<${tag}>${inner.join(' ')}</${tag.split(' ')[0]}>`;
    }),
    fc.constantFrom('<br>', '<br/>', '<img src="/a.png" alt="x">', '<!-- note -->', '<svg></svg>'),
  ),
}));
const prose = fc.array(inline, { maxLength: 4 }).map((parts) => parts.join(' '));
const blockTag = fc.constantFrom(
  'p',
  'h2',
  'h3',
  'h4',
  'blockquote',
  'div',
  'blockquote class="pull"',
  'aside class="note"',
  'pre',
  'section',
  'address',
  'center',
  'p style="color:red"',
  'form',
);
const { block } = fc.letrec<{ block: string }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 2 },
    fc.tuple(blockTag, prose).map(([tag, inner]) => `<${tag}>${inner}</${tag.split(' ')[0]}>`),
    prose,
    fc
      .array(prose, { minLength: 1, maxLength: 3 })
      .map((items) => `<ul>\n${items.map((item) => `<li>${item}</li>`).join('\n')}</ul>`),
    fc
      .array(tie('block'), { maxLength: 3 })
      .map((inner) => `<ol start="3"><li>${inner.join('')}</li></ol>`),
    fc
      .array(tie('block'), { maxLength: 3 })
      .map((inner) => `<blockquote>\n${inner.join('\n')}</blockquote>`),
    fc
      .tuple(prose, prose)
      .map(
        ([a, b]) =>
          `<table><caption>c</caption><thead><tr><th>${a}</th></tr></thead><tbody><tr><td colspan="2">${b}</td></tr></tbody></table>`,
      ),
    fc.tuple(prose, prose).map(([a, b]) => `<details><summary>${a}</summary><p>${b}</p></details>`),
    fc.tuple(prose, prose).map(([a, b]) => `<dl><dt>${a}</dt><dd>${b}</dd></dl>`),
    prose.map(
      (caption) =>
        `<figure class="wide"><img src="/uploads/a.webp" alt="" width="3" height="2"><figcaption>${caption}</figcaption></figure>`,
    ),
    fc.constantFrom(
      '<hr>',
      '<hr class="x"/>',
      '<pre><code class="language-js">a &lt; b\n\n c</code></pre>',
      '<pre>\n\nx</pre>',
      '<iframe src="https://www.youtube-nocookie.com/embed/x" allowfullscreen></iframe>',
      '<iframe src="https://example.com/"></iframe>',
      '<figure><figure><img src="/a.png" alt=""></figure><figure><img src="/b.png"><figcaption>b</figcaption></figure></figure>',
      '<script>alert("</p>")</script>',
      '<style>p{}</style>',
      '<video src="/v.mp4" controls></video>',
      '<img src="/lone.png">',
      '<p>unclosed',
      '<b>unclosed',
      '</div>',
      '<div>',
      '<table><td>x',
      '<li>lost',
      '<!-- wp:paragraph {"a":1} -->',
      '<!--more-->',
      '<textarea>',
      '<p>a<p>b',
      '<a name="x"></a>',
    ),
  ),
}));
const between = fc.constantFrom('', '\n', '\n\n', ' ', '\r\n\r\n', '\n<!-- c -->\n', '\t\n \n');
/** HTML as people and programs write it, also wrongly. */
export const content = fc
  .array(fc.tuple(block, between), { maxLength: 7 })
  .map((parts) => parts.flat().join(''));
