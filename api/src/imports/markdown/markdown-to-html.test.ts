import { expect, test } from 'vitest';
import { createLinkTargets } from './link-targets.ts';
import { expandLiquid } from './liquid.ts';
import { markdownToHtml } from './markdown-to-html.ts';
import { expandShortcodes } from './shortcodes.ts';

const html = (text: string) => markdownToHtml(text, true);

test('footnotes are written as the editor writes them', () => {
  expect(html('One[^a] two[^a]\n\n[^a]: Note')).toBe(
    `<p>One<sup class="footnote-ref"><a href="#fn1" id="fnref1">1</a></sup> two<sup class="footnote-ref"><a href="#fn1">1</a></sup></p>
<section class="footnotes"><ol>
<li id="fn1">
<p>Note <a href="#fnref1" aria-label="Back to the text">↩</a> </p>
</li>
</ol></section>`,
  );
});

test.each([
  ['- [x] done\n- [ ] open', '<ul>\n<li>☑ done</li>\n<li>☐ open</li>\n</ul>'],
  ['~~a~~ www.b.de', '<p><del>a</del> <a href="http://www.b.de">www.b.de</a></p>'],
  ['## Head {#own}\n\nText\n{: .wide}', '<h2 id="own">Head</h2>\n<p>Text</p>'],
  ['<b class="x">raw</b> & "q"', '<p><b class="x">raw</b> &#x26; "q"</p>'],
  ['```js\na < b\n```', '<pre><code class="language-js">a &#x3C; b\n</code></pre>'],
])('%j', (text, expected) => {
  expect(html(text)).toBe(expected);
});

const targets = createLinkTargets(
  [
    { name: '_posts/2020-01-02-a.md', bytes: 1 },
    { name: 'content/posts/b.md', bytes: 1 },
  ],
  '',
);
const liquid = (text: string) => expandLiquid(text, targets, { variables: new Map() });

test.each([
  ['{% highlight ruby linenos %}\nputs 1\n{% endhighlight %}', '\n```ruby\nputs 1\n```\n'],
  ['[x]({% post_url 2020-01-02-a %})', '[x](/_posts/2020-01-02-a.md)'],
  ['{% raw %}{% include x %}{{ y }}{% endraw %}', '{% include x %}{{ y }}'],
  ['a{% comment %} b {% endcomment %}c', 'ac'],
  ['{{ "/a" | relative_url }} {{ site.url }}/b', '/a /b'],
])('Liquid %j', (text, expected) => {
  expect(liquid(text)).toEqual({ text: expected, notes: [] });
});

test('other Liquid stays as text, with a note', () => {
  expect(liquid('{% include a.html %} {{ page.x }}')).toEqual({
    text: '{% include a.html %} {{ page.x }}',
    notes: [
      'It has Liquid tags that have no meaning here and were left as text: include, {{ page.x }}.',
    ],
  });
});

test.each([
  [
    '{{< figure src="a.png" alt="A" caption="C" >}}',
    '\n\n<figure><img src="a.png" alt="A"><figcaption>C</figcaption></figure>\n\n',
  ],
  ['{{< highlight go "x=1" >}}\na\n{{< /highlight >}}', '\n```go\na\n```\n'],
  ['[x]({{< ref "posts/b.md" >}})', '[x](/content/posts/b.md)'],
  ['{{</* figure x */>}}', '{{<figure x>}}'],
])('shortcode %j', (text, expected) => {
  expect(expandShortcodes(text, targets, '')).toEqual({ text: expected, notes: [] });
});

test('videos are embedded, other shortcodes stay as text, with a note', () => {
  expect(expandShortcodes('{{< youtube dQw4w9WgXcQ >}}', targets, '').text).toContain(
    'src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"',
  );
  expect(expandShortcodes('{{% box %}}a{{% /box %}}', targets, '')).toEqual({
    text: '{{% box %}}a{{% /box %}}',
    notes: ['It has shortcodes that have no meaning here and were left as text: box.'],
  });
});

const pages = ['docs/x', 'post/x', 'post/bun/index', 'post/deep/index', 'post/tr.en', 'About Us'];
const hugo = createLinkTargets(
  pages.map((name) => ({ name: `content/${name}.md`, bytes: 1 })),
  '',
);

test.each([
  ['/post/x', '/content/post/x.md'],
  ['docs/x', '/content/docs/x.md'],
  ['x', '/content/post/x.md'],
  ['x.md#part', '/content/post/x.md#part'],
  ['../docs/x.md', '/content/docs/x.md'],
  ['bun', '/content/post/bun/index.md'],
  ['deep', '/content/post/deep/index.md'],
  ['/post/bun/', '/content/post/bun/index.md'],
  ['/post/bun/index.md', '/content/post/bun/index.md'],
  ['/post/tr', '/content/post/tr.en.md'],
  ['/about-us', '/content/About%20Us.md'],
  ['#part', '#part'],
])('a reference of Hugo to %s leads to %s', (path, address) => {
  const text = `{{< ref "${path}" >}} {{% relref path="${path}" %}}`;
  expect(expandShortcodes(text, hugo, 'content/post/')).toEqual({
    text: `${address} ${address}`,
    notes: [],
  });
});

test('a bundle is known by its name in other sections; what is nowhere stays text', () => {
  expect(expandShortcodes('{{< ref "bun" >}}', hugo, 'content/docs/').text).toBe(
    '/content/post/bun/index.md',
  );
  expect(expandShortcodes('{{< ref "/post/none" >}}', hugo, '').notes).toHaveLength(1);
});
