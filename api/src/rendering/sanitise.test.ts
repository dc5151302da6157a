import { visibleText } from '@longhand/contract/posts/search';
import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { expect, test, vi } from 'vitest';
import { NestedTooDeeplyError, parseHtml } from './html-tree.ts';
import { sanitise as sanitiseTree } from './sanitise.ts';

function sanitise(html: string): string {
  return sanitiseTree(html).html;
}

function isReasonablyNested(html: string): boolean {
  try {
    parseHtml(html);
    return true;
  } catch (error) {
    if (error instanceof NestedTooDeeplyError) return false;
    throw error;
  }
}

type Node = DefaultTreeAdapterTypes.ChildNode;

function* elements(nodes: readonly Node[]): Generator<DefaultTreeAdapterTypes.Element> {
  for (const node of nodes) {
    if (!('tagName' in node)) continue;
    yield node;
    yield* elements(node.childNodes);
    if ('content' in node)
      yield* elements((node as DefaultTreeAdapterTypes.Template).content.childNodes);
  }
}

const FORBIDDEN_TAGS =
  /^(script|style|object|embed|applet|form|input|button|textarea|select|link|meta|base|svg|math|template|noscript|frame|frameset|html|head|body)$/;

/** What a browser's own parser makes of the output must hold nothing that can run. */
function expectHarmless(html: string): void {
  for (const { tagName, attrs } of elements(parseFragment(html).childNodes)) {
    expect(tagName).not.toMatch(FORBIDDEN_TAGS);
    for (const { name, value } of attrs) {
      expect(name).not.toMatch(/^(on|style$|srcdoc$|formaction$|action$|xlink|background$)/);
      if (/^(href|src|cite|poster)$/.test(name)) {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip these in schemes
        const scheme = /^([^/?#:]*):/.exec(value.replace(/[\u0000-\u0020]/g, ''))?.[1];
        if (scheme !== undefined) expect(scheme.toLowerCase()).toMatch(/^(https?|mailto|tel)$/);
      }
      if (name === 'srcset') expect(value.toLowerCase()).not.toMatch(/javascript:|data:/);
      if (tagName === 'iframe' && name === 'src') {
        expect(new URL(value).host).toMatch(/^(www\.youtube(-nocookie)?\.com|player\.vimeo\.com)$/);
      }
      if (name === 'id') expect(value).toMatch(/^post-/);
    }
  }
}

test.each([
  ['<p onclick="x()">a</p>', '<p>a</p>'],
  ['<script>alert(1)</script>b', 'b'],
  ['<a href="javascript:alert(1)">c</a>', '<a>c</a>'],
  ['<a href=" jAvA\tscript:alert(1)">c</a>', '<a>c</a>'],
  ['<img src="data:text/html,x">d', 'd'],
  ['<svg><script>1</script></svg>e', 'e'],
  ['<iframe src="https://evil.example/x"></iframe>f', 'f'],
  [
    '<iframe src="https://www.youtube.com/embed/x"><b>no</b></iframe>',
    '<iframe src="https://www.youtube.com/embed/x"></iframe>',
  ],
  ['<form action="/x"><input name="a">g</form>', 'g'],
  ['<p style="position:fixed" class="wide evil">h</p>', '<p class="wide">h</p>'],
  ['<a href="/x" target="_top">i</a>', '<a href="/x" target="_blank" rel="noopener">i</a>'],
  ['<base href="//evil.example"><meta http-equiv="refresh">j', 'j'],
])('%j becomes %j', (html, expected) => {
  expect(sanitise(html)).toBe(expected);
});

test.each([
  '<h2>Heading</h2><h3>Smaller</h3><p>Text with <strong>bold</strong>, <em>italic</em> and <code>code</code>.</p>',
  '<ul><li>one</li></ul><ol start="3"><li>three</li></ol><dl><dt>t</dt><dd>d</dd></dl>',
  '<blockquote cite="https://example.com/"><p>said</p></blockquote><hr />',
  '<pre><code class="language-js">const a = 1 &lt; 2;</code></pre>',
  '<figure class="wide"><img src="/uploads/a.png" alt="A" width="10" height="20" /><figcaption>C</figcaption></figure>',
  '<table><caption>T</caption><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td colspan="2">b</td></tr></tbody></table>',
  '<a href="https://example.com/?a=1&amp;b=2" title="x">link</a> <a href="mailto:a@example.com">m</a>',
  '<details open><summary>s</summary>d</details><p lang="fr" dir="ltr">e<sup>1</sup></p>',
])('%j stays as it is', (html) => {
  expect(sanitise(html)).toBe(html);
});

test('of a srcset, what can be read stays, and nothing of it is written to the output', () => {
  const log = vi.spyOn(console, 'log');
  const html = sanitise(
    '<img src="/a.png" srcset="/a.png 1x, /b.png 2x 3x,\n{&quot;level&quot;:60} forged, /c.png 0w, /d,e.png 640w, /f.png">',
  );
  expect(html).toBe('<img src="/a.png" srcset="/a.png 1x, /d,e.png 640w, /f.png" />');
  expect(log).not.toHaveBeenCalled();
});

test('ids get a space of their own, and links within the post follow them', () => {
  expect(sanitise('<p id="root">x<a href="#fn1">1</a></p><p id="fn1">n</p>')).toBe(
    '<p id="post-root">x<a href="#post-fn1">1</a></p><p id="post-fn1">n</p>',
  );
});

const attack = fc.constantFrom(
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<a href="javascript&colon;alert(1)">',
  '<a href="&#106;avascript:alert(1)">',
  '<a href="java&#10;script:alert(1)">',
  '<math><mtext></p><style><img src=x onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><script>1</script></template>',
  '<iframe srcdoc="<script>1</script>">',
  '<iframe src="https://www.youtube.com@evil.example/">',
  '<iframe src="//www.youtube.com/embed/1">',
  '<xmp><p id="</xmp><img src=x onerror=1>">',
  '<!--><img src=x onerror=1>-->',
  '<![CDATA[<img src=x onerror=1>]]>',
  '<style>@import "javascript:1"</style>',
  '<p title="',
  "<p title='",
  '<textarea><img src=x onerror=1>',
  '<select><option><img src=x onerror=1>',
  '<video poster="javascript:1"><source src="javascript:1">',
  '<img srcset="javascript:1 2x, data:x 1x">',
  '<table><td><form><input>',
  '</p>',
  '<p id=location name=cookie>',
  '<',
  '>',
  '"',
  '&lt;script&gt;',
  '\u0000',
  '<b\u0000>',
);
const anyHtml = fc.oneof(
  fc
    .array(fc.oneof(attack, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 14 })
    .map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme-ascii', maxLength: 300 }),
);

test('of any HTML whatever, nothing that runs is left, and sanitising again changes nothing', () => {
  fc.assert(
    fc.property(anyHtml, (html) => {
      const clean = sanitise(html);
      expectHarmless(clean);
      expect(sanitise(clean)).toBe(clean);
    }),
    { numRuns: 3_000 },
  );
});

test('visible text is what a browser shows, without tags', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 100 }), (text) => {
      const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
      const clean = sanitise(`<p class="strong"><strong>${escaped}</strong></p>`);
      expect(visibleText(clean)).toBe(text.replace(/\s+/g, ' ').trim());
    }),
  );
});

test.each([
  ['thousands of open tags', '<div>'.repeat(150_000)],
  ['open tags beside closing ones of another kind', '<b></x>'.repeat(140_000)],
  ['a few hundred', '<ul><li>'.repeat(150)],
])('%s are nested too deeply', (_what, html) => {
  expect(isReasonablyNested(html)).toBe(false);
});

test.each([
  ['many paragraphs', '<p>a</p>'.repeat(100_000)],
  ['many line breaks', 'line<br>'.repeat(100_000)],
  ['many pictures', '<img src="/a.png">'.repeat(50_000)],
  [
    'paragraphs and items that nobody closed',
    `<ul>${'<li>a'.repeat(50_000)}</ul>${'<p>a'.repeat(50_000)}`,
  ],
])('%s are not', (_what, html) => {
  expect(isReasonablyNested(html)).toBe(true);
});
