import type { Page } from '@playwright/test';
import { expect, nextDialog, test } from './admin-fixtures.ts';
import {
  content,
  copySaved,
  cutConnection,
  findCopy,
  PICTURE,
  saveAsDraft,
  title,
} from './editor-form.ts';
import { hydrated, painted, violations } from './fixtures.ts';
import { ONCE, THEMES } from './tags.ts';
import {
  caretAfter,
  expectHtml,
  focusText,
  html,
  openText,
  openVisual,
  showVisual,
  text,
  tool,
  viewButton,
} from './visual-text.ts';

type Admin = Parameters<Parameters<typeof test>[2]>[0]['admin'];

async function savedContent(admin: Admin, id: string): Promise<string> {
  const [post] = await (await admin.api.get(`/api/admin/posts?id=${id}`)).json();
  return post.content;
}

/** Saved beside the post. */
async function writtenContent(page: Page, admin: Admin, id: string): Promise<unknown> {
  await page.keyboard.press('Control+s');
  await expect(copySaved(page)).toBeVisible();
  return (await findCopy(admin.api, id))?.form.content;
}

/** The paths of the scripts that the page loads. */
function collectScripts(page: Page): Set<string> {
  const paths = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) paths.add(pathname);
  });
  return paths;
}

test('a browser shows Write first and remembers Visual', ONCE, async ({ page, admin }) => {
  const { id } = await admin.createPost({ content: '<p>one</p>\n'.repeat(30) });
  await page.goto(`/admin/posts/edit/${id}`);
  await expect(content(page)).toBeVisible();
  const views = page.getByRole('toolbar', { name: 'View of the content' }).getByRole('button');
  await expect(views).toHaveText(['Visual', 'Write', 'Side by side', 'Preview']);
  await expect(viewButton(page, 'Write')).toHaveAttribute('aria-pressed', 'true');
  await expect(text(page)).toHaveCount(0);
  await showVisual(page);
  await expect(content(page)).toBeHidden();
  await page.reload();
  await expect(text(page)).toContainText('one');
  await expect(content(page)).toBeHidden();
  await expect(viewButton(page, 'Visual')).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/admin/posts/new');
  await expect(text(page)).toBeVisible();
  await expect(text(page)).toHaveText('');
});

test(
  'the code of the visual editor is loaded when Visual is pressed, and not by readers',
  ONCE,
  async ({ page, context, admin }) => {
    await cutConnection(context);
    const { slug } = await admin.createPost();
    const scripts = collectScripts(page);
    await page.goto('/admin/posts/new');
    await expect(content(page)).toBeVisible();
    await content(page).click();
    await page.keyboard.type('one');
    const before = new Set(scripts);
    await showVisual(page);
    const visual = [...scripts].filter((path) => !before.has(path));
    expect(visual.filter((path) => path.includes('visual-editor'))).toHaveLength(1);
    scripts.clear();
    const question = nextDialog(page);
    await page.goto('/');
    await question;
    for (const path of ['/', '/blog', `/blog/${slug}`, '/about']) {
      await page.goto(path);
      await hydrated(page);
      const source = await (await page.request.get(path)).text();
      expect(visual.filter((script) => source.includes(script))).toEqual([]);
    }
    expect(scripts.size).toBeGreaterThan(0);
    expect(visual.filter((script) => scripts.has(script))).toEqual([]);
  },
);

test(
  'without the editor’s code a sentence says so, and Write works',
  ONCE,
  async ({ page, context, watch }) => {
    watch.expectConsoleError(/Failed to (load|fetch)|visual-editor/);
    await cutConnection(context);
    await page.route('**/visual-editor-*.js', (route) => route.abort());
    await page.goto('/admin/posts/new');
    await viewButton(page, 'Visual').click();
    const sentence = page.getByRole('alert').filter({ hasText: 'visual editor' });
    await expect(sentence).toHaveText(
      'The visual editor could not be loaded. Check the connection and reload the page, or go on in Write.',
    );
    await viewButton(page, 'Write').click();
    await expect(sentence).toHaveCount(0);
    await content(page).fill('<p>one</p>');
    await expect(page.locator('[data-local-draft="saved"]')).toBeVisible();
    await viewButton(page, 'Visual').click();
    const reload = page.getByRole('button', { name: 'reload the page' });
    // Without a connection the page stays.
    await page.context().setOffline(true);
    await reload.click();
    await expect(sentence).toBeVisible();
    await page.context().setOffline(false);
    await page.unrouteAll();
    const question = nextDialog(page);
    await reload.click();
    await question;
    await expect(text(page)).toHaveText('');
    const offer = page.getByRole('complementary', { name: 'Unsaved work' });
    await offer.getByRole('button', { name: 'Restore' }).click();
    await expect(text(page)).toHaveText('one');
    await expectHtml(page, '<p>one</p>');
  },
);

/** Nothing of this is as the editor would write it. */
const ODD = [
  '<!-- kept -->',
  '<P CLASS=lead>One  <B>two</B>   three',
  'A bare line &mdash; with <i>text</i>',
  '',
  '<TABLE><tr><td>a<td>b</tr><tr><td>c</tr></TABLE>',
  '<custom-box data-x=1>unknown</custom-box>   ',
  "<p >Single <a title=x  href='/about'>link</a></p >",
  '',
  '',
  '<ul><li>one<li>two</ul>',
  '<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>',
  '<p>Here</p><p>&#72;ere  not</P>',
  '<h3  >End</h3><!-- end -->  ',
].join('\r\n');

test('no byte changes except where something is typed', async ({ page, admin }) => {
  const { id } = await admin.createPost({ content: ODD });
  expect(await savedContent(admin, id)).toBe(ODD);
  await openVisual(page, `/admin/posts/edit/${id}`);
  await expect(text(page)).toContainText('unknown');
  await title(page).press('End');
  await page.keyboard.type(' changed');
  expect(await writtenContent(page, admin, id)).toBe(ODD);
  await text(page).getByText('Here', { exact: true }).click();
  await page.keyboard.press('End');
  await painted(page);
  await page.keyboard.type(' word');
  await expect(html(page)).toHaveValue(/Here word/);
  expect(await writtenContent(page, admin, id)).toBe(ODD.replace('>Here<', '>Here word<'));
  // Back to what it was: nothing is rewritten either.
  for (const _letter of ' word') await page.keyboard.press('Backspace');
  await expect(html(page)).toHaveValue(/>Here</);
  expect(await writtenContent(page, admin, id)).toBe(ODD);
  await viewButton(page, 'Write').click();
  await painted(page);
  await saveAsDraft(page);
  expect(await savedContent(admin, id)).toBe(ODD);
});

/** What is typed, and what it becomes. */
const RULES = [
  ['## Head', '<h2>Head</h2>'],
  ['### Head', '<h3>Head</h3>'],
  ['> Said', '<blockquote><p>Said</p></blockquote>'],
  ['- one\ntwo', '<ul>\n  <li>one</li>\n  <li>two</li>\n</ul>'],
  ['1. one\ntwo', '<ol>\n  <li>one</li>\n  <li>two</li>\n</ol>'],
  ['3. one', '<ol start="3">\n  <li>one</li>\n</ol>'],
  ['```\na < b', '<pre><code>a &lt; b</code></pre>'],
  ['```js a', '<pre><code class="language-js">a</code></pre>'],
  ['---after', '<hr>\n<p>after</p>'],
  ['a **b** c', '<p>a <strong>b</strong> c</p>'],
  ['a *b* c', '<p>a <em>b</em> c</p>'],
  ['a `b` c', '<p>a <code>b</code> c</p>'],
  ['a [b](example.org) c', '<p>a <a href="https://example.org">b</a> c</p>'],
] as const;

test('signs become blocks and formats; undo and redo reach all of it', ONCE, async ({ page }) => {
  await openText(page);
  for (const [typed, expected] of RULES) {
    await page.keyboard.type(typed);
    await expectHtml(page, expected);
    let steps = 0;
    // Each pause in typing makes one more.
    const most = 2 * typed.length;
    for (; steps < most && (await html(page).inputValue()) !== ''; steps += 1)
      await page.keyboard.press('Control+z');
    await expectHtml(page, '');
    await expect(text(page)).toHaveText('');
    for (let n = 0; n < steps; n += 1) await page.keyboard.press('Control+y');
    await expectHtml(page, expected);
    for (let n = 0; n < steps; n += 1) await page.keyboard.press('Control+z');
    await expectHtml(page, '');
  }
});

test('Backspace right after a sign became a format brings it back', ONCE, async ({ page }) => {
  await openText(page);
  for (const [typed, back] of [
    ['## ', '<p>## </p>'],
    ['> ', '<p>&gt; </p>'],
    ['- ', '<p>- </p>'],
    ['1. ', '<p>1. </p>'],
    ['---', '<p>---</p>'],
    ['**b**', '<p>**b**</p>'],
    ['*b*', '<p>*b*</p>'],
    ['`b`', '<p>`b`</p>'],
    ['[b](/c)', '<p>[b](/c)</p>'],
  ] as const) {
    await page.keyboard.type(typed);
    await expect(html(page)).not.toHaveValue(back);
    await page.keyboard.press('Backspace');
    await expectHtml(page, back);
    await page.keyboard.press('Control+a');
    await painted(page);
    await page.keyboard.press('Delete');
    await expectHtml(page, '');
  }
});

test('the keyboard alone reaches the text, its tools and what follows', ONCE, async ({ page }) => {
  await openVisual(page);
  await page.getByLabel('Excerpt*').focus();
  await page.keyboard.press('Tab');
  await expect(text(page)).toBeFocused();
  await page.keyboard.type('one');
  await page.keyboard.press('Alt+F10');
  await expect(tool(page, 'H2')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(text(page)).toBeFocused();
  await page.keyboard.type(' two');
  await page.keyboard.press('Alt+F10');
  await page.keyboard.press('Enter');
  await expectHtml(page, '<h2>one two</h2>');
  await expect(text(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('- a\nb');
  await page.keyboard.press('Tab');
  await expectHtml(page, /<li>a\s+<ul>\s+<li>b<\/li>\s+<\/ul>\s+<\/li>/);
  await page.keyboard.press('Shift+Tab');
  await expectHtml(page, /<li>a<\/li>\n {2}<li>b<\/li>/);
  const written = await html(page).inputValue();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(text(page)).not.toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(text(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByLabel('Excerpt*')).toBeFocused();
  await expectHtml(page, written);
});

test('the arrow keys lead through the views', ONCE, async ({ page }) => {
  await openVisual(page);
  await viewButton(page, 'Visual').focus();
  await page.keyboard.press('ArrowRight');
  await expect(viewButton(page, 'Write')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(content(page)).toBeVisible();
  await expect(viewButton(page, 'Write')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(text(page)).toBeVisible();
  await expect(viewButton(page, 'Visual')).toBeFocused();
});

test('a post without text is not saved, and the text says why', ONCE, async ({ page, watch }) => {
  await openVisual(page);
  await title(page).fill('A title');
  await page.getByLabel('Excerpt*').fill('An excerpt');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(text(page)).toBeFocused();
  const message = page.getByText('Please fill out this field.');
  await expect(message).toBeVisible();
  await expect(text(page)).toHaveAccessibleDescription(/Please fill out this field\./);
  await page.keyboard.type('one');
  await expect(message).toHaveCount(0);
  await title(page).fill('');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(title(page)).toBeFocused();
  expect(watch.requests.filter((request) => request.startsWith('POST'))).toEqual([]);
});

test(
  'after a reload, what was typed in Visual is offered and restored there',
  ONCE,
  async ({ page, context }) => {
    await cutConnection(context);
    await openVisual(page);
    await focusText(page);
    await page.keyboard.type('## Kept\nwords');
    await expect(page.locator('[data-local-draft="saved"]')).toBeVisible();
    const question = nextDialog(page);
    await page.reload();
    await question;
    const offer = page.getByRole('complementary', { name: 'Unsaved work' });
    await expect(text(page)).toHaveText('');
    await offer.getByRole('button', { name: 'Restore' }).click();
    await expect(text(page).getByRole('heading', { name: 'Kept' })).toBeVisible();
    await expectHtml(page, '<h2>Kept</h2>\n<p>words</p>');
  },
);

test(
  'a conflict is settled in Visual, which shows what was chosen',
  ONCE,
  async ({ page, admin, watch }) => {
    watch.expectConsoleError(/409/);
    const post = await admin.createPost({ content: '<p>First</p>' });
    await openVisual(page, `/admin/posts/edit/${post.id}`);
    await focusText(page);
    await page.keyboard.type(' mine');
    await admin.api.put(`/api/admin/posts/${post.id}`, {
      data: { title: post.title, excerpt: 'An excerpt', content: '<h2>Theirs</h2>' },
    });
    await page.getByRole('button', { name: 'Save as Draft' }).click();
    const conflict = page.getByRole('region', { name: 'This post was changed elsewhere' });
    await expect(conflict).toBeVisible();
    await expect(text(page)).toHaveText('First mine');
    await conflict.getByRole('button', { name: 'Use the saved version' }).click();
    await expect(text(page).getByRole('heading', { name: 'Theirs' })).toBeVisible();
    await expect(text(page)).toHaveText('Theirs');
    const offer = page.getByRole('complementary', { name: 'Unsaved work' });
    await offer.getByRole('button', { name: 'Restore' }).click();
    await expect(text(page)).toHaveText('First mine');
    await expectHtml(page, '<p>First mine</p>');
  },
);

test('a long text loses no letter of fast typing', ONCE, async ({ page, admin }) => {
  const paragraph = `<p>${'Some words of a long post. '.repeat(20)}</p>\n`;
  const long = paragraph.repeat(Math.ceil(100_000 / paragraph.length));
  const { id } = await admin.createPost({ content: `${long}<p>Here: </p>\n${paragraph}` });
  await openVisual(page, `/admin/posts/edit/${id}`);
  await caretAfter(page, 'Here:');
  const typed = Array.from({ length: 50 }, (_, n) => String(n % 10).repeat(3)).join(' ');
  await page.keyboard.type(` ${typed.slice(0, 199)}`);
  const expected = `${long}<p>Here: ${typed.slice(0, 199)}</p>\n${paragraph}`;
  await expectHtml(page, expected);
  await saveAsDraft(page);
  expect(await savedContent(admin, id)).toBe(expected);
});

const EVERYTHING = `<h2>A heading</h2>
<p>Some <strong>bold</strong> <em>words</em>, <code>code</code>, <mark>marks</mark>, a <a href="/about">link</a> and a note<sup class="footnote-ref"><a href="#fn1" id="fnref1">1</a></sup>.</p>
<ul>
  <li>one</li>
  <li>two</li>
</ul>
<blockquote><p>Said</p></blockquote>
<aside class="note"><p>A note</p></aside>
<figure><img src="https://example.com/leaf.webp" alt="" width="1600" height="1067"><figcaption></figcaption></figure>
<figure class="wide"><img src="https://example.com/leaf.webp" alt="A leaf" width="1600" height="1067"><figcaption>Green</figcaption></figure>
<table>
<caption>Days</caption>
<thead>
<tr><th>Day</th><th>Rain</th></tr>
</thead>
<tbody>
<tr><td>Monday</td><td>2</td></tr>
</tbody>
</table>
<pre><code class="language-js">const a = 1;</code></pre>
<pre><code>plain</code></pre>
<details><summary>More</summary><p>Hidden</p></details>
<dl>
  <dt>Term</dt>
  <dd>Meaning</dd>
</dl>
<hr>
<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" title="YouTube video" width="560" height="315" allowfullscreen></iframe>
<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>
<section class="footnotes"><ol>
  <li id="fn1"><p>Source <a href="#fnref1" aria-label="Back to the text">↩</a></p></li>
</ol></section>`;

for (const [colorScheme, tag] of THEMES) {
  test(
    `axe finds nothing in the visual mode, ${colorScheme}`,
    tag,
    async ({ page, admin, watch }) => {
      // From axe, which cannot look into the frame of another site.
      watch.expectConsoleError(/'postMessage'/);
      await page.emulateMedia({ colorScheme });
      await page.route('https://www.youtube-nocookie.com/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<html lang="en"><title>Video</title>' }),
      );

      await page.route('https://example.com/**', (route) => route.fulfill({ path: PICTURE }));
      const { id } = await admin.createPost({ content: EVERYTHING });
      await openVisual(page, `/admin/posts/edit/${id}`);
      // Scrolled to, so that the video and the island are shown.
      const island = page.locator('[data-island]');
      await island.scrollIntoViewIfNeeded();
      await expect(island.getByRole('cell')).toHaveText(['a', 'b', 'c']);
      await expect.poll(() => page.frames().length).toBe(2);
      const found = await violations(page, 'text', 2);
      await island.getByRole('button', { name: 'Edit HTML' }).click();
      found.push(...(await violations(page, 'island', 2)));
      await page.keyboard.press('Escape');
      await text(page).getByRole('cell', { name: 'Monday' }).click();
      await expect(page.getByRole('button', { name: 'Row below' })).toBeVisible();
      found.push(...(await violations(page, 'table', 2)));
      await text(page).getByRole('img', { name: 'A leaf' }).click();
      found.push(...(await violations(page, 'figure', 2)));
      expect(found).toEqual([]);
      await expectHtml(page, EVERYTHING);
    },
  );
}
