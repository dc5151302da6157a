import { expect, test, uniqueTitle } from './admin-fixtures.ts';
import { dispatchPaste, fixture } from './clipboard.ts';
import { content, title } from './editor-form.ts';
import { placeCaret } from './file-events.ts';
import { hold } from './fixtures.ts';
import { LONG } from './tags.ts';
import { expectHtml, focusText, openVisual, text } from './visual-text.ts';

/** So small that nothing moves when it has loaded. */
const DOT = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>';

test('a copy from Google Docs is pasted in Visual and published', async ({ page, admin }) => {
  await page.route('https://lh7-rt.googleusercontent.com/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: DOT }),
  );
  const ours = uniqueTitle('From Google Docs');
  await openVisual(page);
  await title(page).fill(ours);
  await page.getByLabel('Excerpt*').fill('An excerpt');
  await focusText(page);
  await dispatchPaste(text(page), {
    'text/html': fixture('google-docs.clipboard.txt'),
    'text/plain': 'words',
  });
  const cleaned = fixture('google-docs.cleaned.txt').trimEnd();
  await expectHtml(page, cleaned);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page).toHaveURL('/admin');
  const posts = await (await admin.api.get('/api/admin/posts')).json();
  const saved = posts.find((post: { title: string }) => post.title === ours);
  expect(saved.content).toBe(cleaned);
  const read = await (await page.request.get(`/blog/${saved.slug}`)).text();
  const article = read.match(/<article[\s\S]*<\/article>/)?.[0] ?? '';
  const headings = [...cleaned.matchAll(/<h[2-4]>([^<]+)</g)].map(([, words]) => words);
  expect(headings).toHaveLength(2);
  for (const words of headings) expect(article).toContain(words);
});

test(
  'what is typed while the code loads stays, and the paste lands where the caret was',
  LONG,
  async ({ page }) => {
    const release = await hold(page, '**/assets/clean-pasted-html*');
    await page.goto('/admin/posts/new');
    await content(page).fill('<p>one </p>');
    await placeCaret(page, 7);
    await dispatchPaste(content(page), { 'text/html': '<b>two</b>', 'text/plain': 'two' });
    await page.keyboard.type(' three');
    await expect(content(page)).toHaveValue('<p>one  three</p>');
    release();
    await expect(content(page)).toHaveValue('<p>one <strong>two</strong> three</p>');
    await page.keyboard.type('!');
    await expect(content(page)).toHaveValue('<p>one <strong>two</strong> three!</p>');
  },
);

test('if the code cannot be loaded, the text is pasted', LONG, async ({ page, watch }) => {
  watch.expectConsoleError(/Failed to (load|fetch)|error loading/i);
  await page.route('**/assets/clean-pasted-html*', (route) => route.abort());
  await page.goto('/admin/posts/new');
  await content(page).focus();
  await dispatchPaste(content(page), { 'text/html': '<b>two</b>', 'text/plain': 'two' });
  await expect(content(page)).toHaveValue('two');
});
