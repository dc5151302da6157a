import type { Page } from '@playwright/test';
import { test } from './admin-fixtures.ts';
import { expect, hold, hydrated } from './fixtures.ts';

/** In the page: every property of every element, as text. */
async function readStyles(): Promise<string[]> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  await document.fonts.ready;
  return [...document.querySelectorAll('body, body *')].flatMap((element) =>
    [null, '::before', '::after'].map((pseudo) => {
      const { cssText } = getComputedStyle(element, pseudo);
      return `${element.tagName}.${element.className}${pseudo ?? ''}\n${cssText.replaceAll('; ', '\n')}`;
    }),
  );
}

/** In the page: replaces the rules that it came with by the whole stylesheets. */
async function loadWholeSheets(): Promise<number> {
  const style = document.querySelector('style[data-used]');
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[data-used]')];
  const sheets = await Promise.all(links.map(async ({ href }) => (await fetch(href)).text()));
  const used = style?.textContent?.length ?? 0;
  // The policy allows no other style element.
  const whole = new CSSStyleSheet();
  whole.replaceSync(sheets.join(''));
  document.adoptedStyleSheets.push(whole);
  style?.remove();
  return used / sheets.join('').length;
}

const LOOKS = [
  { width: 375, media: 'screen', colorScheme: 'light' },
  { width: 375, media: 'screen', colorScheme: 'dark' },
  { width: 1280, media: 'screen', colorScheme: 'light' },
  { width: 800, media: 'print', colorScheme: 'light' },
] as const;

async function readLooks(page: Page): Promise<string[][]> {
  const looks: string[][] = [];
  for (const { width, ...media } of LOOKS) {
    await page.setViewportSize({ width, height: 700 });
    await page.emulateMedia(media);
    looks.push(await page.evaluate(readStyles));
  }
  return looks;
}

/** The properties that are not the same, in short: all of them are megabytes. */
function differences(before: readonly string[][], after: readonly string[][]): string[] {
  return before.flatMap((elements, look) =>
    elements.flatMap((element, at) => {
      const other = after[look]?.[at];
      if (element === other) return [];
      const lines = other?.split('\n') ?? [];
      const changed = element.split('\n').filter((line, index) => line !== lines[index]);
      return [`${JSON.stringify(LOOKS[look])} ${element.split('\n')[0]}: ${changed.join('; ')}`];
    }),
  );
}

const RICH = `
  <h2>Heading</h2><p>Text with <strong>bold</strong>, <em>italic</em>, <code>code</code>, <mark>mark</mark>, <a href="/about">link</a>,
  x<sub>1</sub><sup>2</sup><sup id="ref-1"><a href="#note-1">1</a></sup></p><h3>Smaller</h3><blockquote><p>Quote</p><cite>Someone</cite></blockquote>
  <blockquote class="pull"><p>Pull quote</p></blockquote><ul><li>One<ol><li>Two</li></ol></li></ul><h4>Smallest</h4>
  <pre><code class="language-js">const a = 'b'; // c</code></pre><table><thead><tr><th>A</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>
  <aside class="note"><p>A note</p></aside><details><summary>More</summary><p>Hidden</p></details><hr><dl><dt>T</dt><dd>D</dd></dl>
  <figure class="wide"><img src="/icon.svg" alt="Icon" width="64" height="64"><figcaption>Caption</figcaption></figure><h2>Last</h2>
  <p dir="rtl">שלום</p><ol><li id="note-1">A footnote</li></ol>`;

test.use({ loggedIn: false, ownContext: true });

test('the rules that a page comes with show it as the whole stylesheets do', async ({
  page,
  admin,
  watch,
}) => {
  watch.expectConsoleError(/status of 404/);
  const post = await admin.createPost({ content: RICH, tags: ['Used CSS'] });
  // Never released: the scripts would load the sheets themselves.
  await hold(page, '**/*.js');
  for (const path of [
    ...['/', '/blog', '/blog?q=nothing-is-called-so', '/topics/Used%20CSS', '/about', '/contact'],
    ...[`/archive/${new Date().getFullYear()}`, `/blog/${post.slug}`, '/blog/no-such-post'],
  ]) {
    await page.goto(path);
    const before = await readLooks(page);
    expect(await page.evaluate(loadWholeSheets), path).toBeLessThan(0.8);
    expect(differences(before, await readLooks(page)).slice(0, 20), path).toEqual([]);
  }
});

test('the whole stylesheets come with the scripts, and nothing is seen of that', async ({
  page,
}) => {
  const release = await hold(page, '**/*.js');
  await page.goto('/about');
  const before = await page.evaluate(readStyles);
  release();
  await hydrated(page);
  await expect(page.locator('style[data-used]')).toHaveCount(0);
  const after = await page.evaluate(readStyles);
  expect(differences([before], [after]).slice(0, 20)).toEqual([]);
});

test('a stylesheet that fails is loaded again, and applied with the others', async ({
  page,
  watch,
}) => {
  watch.expectConsoleError(/Failed to load resource/);
  // With a second stylesheet: public pages have one that is reduced.
  await page.route('/about', async (route) => {
    const response = await route.fetch();
    const second = (link: string) => link + link.replace('.css', '.css?second');
    const body = (await response.text()).replace(/<link [^>]*data-used[^>]*>/, second);
    await route.fulfill({ response, body });
  });
  let failures = 0;
  await page.route('**/*.css?second', (route) => {
    const fails = route.request().resourceType() === 'stylesheet' && failures === 0;
    if (fails) failures += 1;
    return fails ? route.abort() : route.continue();
  });
  await page.goto('/about');
  await page.keyboard.press('Shift');
  await expect.poll(() => failures).toBe(1);
  await expect(page.locator('link[data-used][disabled]')).toHaveCount(1);
  await page.keyboard.press('Shift');
  await hydrated(page);
  await expect(page.locator('link[data-used][media]')).toHaveCount(0);
  await expect(page.locator('style[data-used]')).toHaveCount(0);
});
