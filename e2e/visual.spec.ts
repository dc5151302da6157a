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
import { forgetLayoutShift, hydrated, painted, violations } from './fixtures.ts';
import { LONG, THEMES } from './tags.ts';
import {
  expectHtml,
  html,
  openVisual,
  selectionKnown,
  showVisual,
  text,
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

test('the code of the visual editor is loaded by the post editor, and not by readers', async ({
  page,
  admin,
}) => {
  await cutConnection(page);
  const { slug } = await admin.createPost();
  const scripts = collectScripts(page);
  await page.goto('/admin/posts/new');
  await expect(content(page)).toBeVisible();
  await content(page).click();
  await page.keyboard.type('one');
  await showVisual(page);
  const visual = [...scripts].filter((path) => path.includes('visual-editor'));
  expect(visual).toHaveLength(1);
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
});

test(
  'without the editor’s code a sentence says so, and Write works',
  LONG,
  async ({ page, watch }) => {
    watch.expectConsoleError(/Failed to (load|fetch)|visual-editor/);
    await cutConnection(page);
    await page.route('**/visual-editor-*.js', (route) => route.abort());
    await page.goto('/admin/posts/new');
    await viewButton(page, 'Visual').click();
    const sentence = page.getByRole('alert').filter({ hasText: 'visual editor' });
    await expect(sentence).toHaveText(
      'The visual editor could not be loaded. Check your connection and reload the page, or continue in HTML.',
    );
    await viewButton(page, 'HTML').click();
    await expect(sentence).toHaveCount(0);
    await content(page).fill('<p>one</p>');
    await expect(page.locator('[data-local-draft="saved"]')).toBeVisible();
    await viewButton(page, 'Visual').click();
    const reload = page.getByRole('button', { name: 'reload the page' });
    // Without a connection the page stays.
    await page.context().setOffline(true);
    const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD');
    await reload.click();
    await failed;
    await expect(sentence).toBeVisible();
    await page.context().setOffline(false);
    await page.unrouteAll();
    const question = nextDialog(page);
    await reload.click();
    await question;
    await expect(text(page)).toHaveText('');
    const offer = page.getByRole('complementary', { name: 'Unsaved changes' });
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
  await selectionKnown(page);
  await page.keyboard.press('End');
  await painted(page);
  await page.keyboard.type(' word');
  await expect(html(page)).toHaveValue(/Here word/);
  expect(await writtenContent(page, admin, id)).toBe(ODD.replace('>Here<', '>Here word<'));
  // Back to what it was: nothing is rewritten either.
  for (const _letter of ' word') await page.keyboard.press('Backspace');
  await expect(html(page)).toHaveValue(/>Here</);
  expect(await writtenContent(page, admin, id)).toBe(ODD);
  await viewButton(page, 'HTML').click();
  await painted(page);
  // What cannot be edited as text has its height when the server has rendered it.
  await forgetLayoutShift(page);
  await saveAsDraft(page);
  expect(await savedContent(admin, id)).toBe(ODD);
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
      // Scrolled to, so that the video and the raw HTML are shown.
      const rawHtml = page.locator('[data-raw-html]');
      await rawHtml.scrollIntoViewIfNeeded();
      await expect(rawHtml.getByRole('cell')).toHaveText(['a', 'b', 'c']);
      await expect.poll(() => page.frames().length).toBe(2);
      const found = await violations(page, 'text', 2);
      await rawHtml.getByRole('button', { name: 'Edit HTML' }).click();
      found.push(...(await violations(page, 'raw HTML', 2)));
      await page.keyboard.press('Escape');
      await text(page).getByRole('cell', { name: 'Monday' }).click();
      await expect(page.getByRole('button', { name: 'Row below' })).toBeVisible();
      found.push(...(await violations(page, 'table', 2)));
      // On a phone its tools are over most of it.
      const picture = text(page).getByRole('img', { name: 'A leaf' });
      const { height = 0 } = (await picture.boundingBox()) ?? {};
      await picture.click({ position: { x: 8, y: height - 8 } });
      found.push(...(await violations(page, 'figure', 2)));
      expect(found).toEqual([]);
      await expectHtml(page, EVERYTHING);
    },
  );
}
