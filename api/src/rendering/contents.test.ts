import { contentsOf } from '@longhand/contract/text/contents';
import { expect, test } from 'vitest';
import { renderPost } from './render.ts';

async function rendered(content: string): Promise<string> {
  return (await renderPost({ title: 't', excerpt: 'e', content })).public_content;
}

/** `depth text -> id`, one for each line of the table. */
async function tableOf(content: string): Promise<string[]> {
  const entries = contentsOf(await rendered(content));
  return entries.map(({ depth, text, id }) => `${depth} ${text} -> ${id}`);
}

const THREE = '<h2>One</h2><h2>Two</h2><h2>Three</h2>';

test('three headings are no table of contents, four are one', async () => {
  expect(await tableOf(THREE)).toEqual([]);
  expect(await tableOf(`${THREE}<p>text</p><h3>Four</h3>`)).toEqual([
    '0 One -> post-one',
    '0 Two -> post-two',
    '0 Three -> post-three',
    '1 Four -> post-four',
  ]);
});

test('empty headings are neither listed nor counted', async () => {
  expect(await tableOf(`${THREE}<h2> </h2><h3><br></h3><h2></h2>`)).toEqual([]);
});

test('markup within a heading is left out, and entities are read', async () => {
  const html = `${THREE}<h2 lang="en" id="mine" title="a > b">A <em>b<code>&lt;c&gt;</code></em> &amp; <a href="/d">d</a> <img src="/x.png" alt="x"></h2>`;
  expect((await tableOf(html)).at(-1)).toBe('0 A b<c> & d -> post-mine');
});

test('same headings have different ids', async () => {
  const ids = contentsOf(await rendered('<h2>Same</h2>'.repeat(5))).map(({ id }) => id);
  expect(ids).toEqual(['post-same', 'post-same-2', 'post-same-3', 'post-same-4', 'post-same-5']);
});

test('headings in any script have ids that an address can hold', async () => {
  const html = '<h2>🎉</h2><h2>مقدمة قصيرة</h2><h3>你好</h3><h3>Ünïcode ½</h3><h4>…</h4>';
  const entries = contentsOf(await rendered(html));
  expect(entries.map(({ text }) => text)).toEqual(['🎉', 'مقدمة قصيرة', '你好', 'Ünïcode ½', '…']);
  for (const { id } of entries) expect(id).toMatch(/^post-[a-z0-9-]+$/);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(5);
});

test('headings in quotes, folded parts, tables and lists are listed in their order', async () => {
  const html =
    '<blockquote><h3>Quote</h3></blockquote><details><summary>s</summary><h4>Folded</h4></details><table><tr><td><h3>Cell</h3></td></tr></table><ul><li><h4>Item</h4></li></ul>';
  expect((await tableOf(html)).map((line) => line.split(' ->')[0])).toEqual([
    '0 Quote',
    '1 Folded',
    '0 Cell',
    '1 Item',
  ]);
});

test('every line of the table leads to one element', async () => {
  const html = await rendered(
    `<p id="one">x</p>${THREE}<div id="content"></div><h2>Content</h2><h2>Related</h2><h2>Share</h2><h2><div>Outer<h3>Inner</h3></div></h2>`,
  );
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const entries = contentsOf(html);
  expect(entries.length).toBeGreaterThanOrEqual(7);
  for (const { id } of entries) expect(ids).toContain(id);
  for (const own of ['content', 'related', 'share']) expect(ids).not.toContain(own);
});

test('what looks like a heading in code or in an attribute is none', async () => {
  const html = `<pre><code>&lt;h2 id="a"&gt;x&lt;/h2&gt;</code></pre><p title="<h2 id='a'>x">y</p>${THREE}`;
  expect(await tableOf(html)).toEqual([]);
});

test('of very many headings only the higher ranks are listed', async () => {
  const chapter = `<h2>Chapter</h2>${'<h3>Part</h3>'.repeat(30)}`;
  expect(await tableOf(chapter.repeat(5))).toHaveLength(5);
  expect(await tableOf('<h2>Chapter</h2>'.repeat(200))).toEqual([]);
  expect(await tableOf(`<h2>Chapter</h2>${'<h3>Part</h3>'.repeat(200)}`)).toEqual([]);
});
