import { visibleText } from '@longhand/contract/posts/search';
import { expect, test } from 'vitest';
import { renderPost } from './render.ts';
import { sanitise } from './sanitise.ts';

async function rendered(content: string): Promise<string> {
  return (await renderPost({ title: 't', excerpt: 'e', content })).public_content;
}

test('code that names its language is coloured by classes, and stays the same text', async () => {
  const code = 'const a: number = 1; // <one> & "two"';
  const html = await rendered(
    `<pre><code class="language-ts">${code.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</code></pre>`,
  );
  expect(html).toContain('<span class="code-keyword">const</span>');
  expect(html).toContain('<span class="code-comment">');
  expect(html).not.toContain('style=');
  expect(visibleText(html)).toBe(code);
});

test.each([
  '<pre><code class="language-nonsense">a &lt; b</code></pre>',
  '<pre><code class="language-__proto__">a</code></pre>',
  '<pre><code>no language</code></pre>',
])('%s is not coloured', async (html) => {
  expect(await rendered(html)).toBe(
    html.replace('<code', '<code tabindex="0" role="group" aria-label="Code"'),
  );
});

test('headings get ids of their own and a link to themselves', async () => {
  const html = await rendered(
    '<h2>Count <em>first</em></h2><h3>Count first</h3><h2 id="mine">x</h2><h4>…</h4>',
  );
  expect(html).toContain(
    '<h2 id="post-count-first">Count <em>first</em><a class="anchor" href="#post-count-first"',
  );
  expect(html).toContain('<h3 id="post-count-first-2">');
  expect(html).toContain('<h2 id="post-mine">');
  expect(html).toContain('<h4 id="post-section">');
});

test('a heading of the first rank becomes one of the second, and bare code can be scrolled', async () => {
  expect(await rendered('<h1>Title</h1>')).toContain('<h2 id="post-title">Title');
  expect(await rendered('<pre>bare</pre>')).toBe(
    '<pre tabindex="0" role="group" aria-label="Code">bare</pre>',
  );
});

test('no heading takes the id that another element has', async () => {
  const html = await rendered('<h2>Mine</h2><p id="other">x</p><h3>Other</h3><h2 id="mine">y</h2>');
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids).toEqual(['post-mine-2', 'post-other', 'post-other-2', 'post-mine']);
});

test('of nested tables the outermost gets the one box', async () => {
  const html = await rendered(
    '<table><tr><td><table><tr><td>1</td></tr></table></td></tr></table><p>after</p>',
  );
  expect(html.match(/<div/g)).toHaveLength(1);
  expect(html).toMatch(/<\/table><\/div><p>after<\/p>$/);
});

test('tables get a box that scrolls, by keyboard too', async () => {
  expect(await rendered('<table><tr><td>1</td></tr></table>')).toMatch(
    /^<div class="table-scroll" tabindex="0" role="region" aria-label="Table"><table>.*<\/table><\/div>$/,
  );
});

test('what is added for readers changes nothing that is searched', async () => {
  const content = `<h2>One</h2><p>two</p><table><tr><td>3</td></tr></table><pre><code class="language-sh">ls -l</code></pre><p>a<img src="/uploads/${'a'.repeat(32)}-640x480-123.webp">b</p>`;
  expect(visibleText(await rendered(content))).toBe(visibleText(sanitise(content).html));
});
