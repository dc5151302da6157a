import type { Page } from '@playwright/test';
import { expect, test, uniqueTitle } from './admin-fixtures.ts';
import { content } from './editor-form.ts';
import { violations } from './fixtures.ts';
import { LONG, THEMES } from './tags.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Publishing' });
const summary = (page: Page) =>
  bar(page).locator('summary').filter({ hasText: 'to check before publishing' });
const entry = (page: Page, name: string | RegExp) => bar(page).getByRole('button', { name });

function selectedText(page: Page): Promise<string> {
  return content(page).evaluate((field: HTMLTextAreaElement) =>
    field.value.slice(field.selectionStart, field.selectionEnd),
  );
}

test('each entry leads to its place', LONG, async ({ page, admin }) => {
  const draft = await admin.createPost({ title: uniqueTitle('Half done'), published: false });
  const there = await admin.createPost();
  const lines = [
    '<h2>One</h2>',
    '<h4>Two</h4>',
    `<p><a href="/blog/${draft.slug}">a draft</a> <a href="/blog/${there.slug}">a post</a></p>`,
    '<p><a href="/blog/no-such-post">nothing</a> <a href="#post-one">a heading</a></p>',
    '<p><img src="/uploads/a.webp"></p>',
    '<p onclick="x()">Three</p>',
  ];
  const { id } = await admin.createPost({ content: lines.join('\n'), excerpt: 'x'.repeat(120) });
  await page.goto(`/admin/posts/edit/${id}`);
  await expect(summary(page)).toContainText('7 things');
  for (const [name, selected] of [
    ['Line 2 An H4 follows an H2: a level is missing.', '<h4>Two</h4>'],
    [
      `Line 3 The link to “${draft.title}” leads nowhere yet: that post is a draft.`,
      `<a href="/blog/${draft.slug}">a draft</a>`,
    ],
    [
      'Line 4 The link to /blog/no-such-post leads nowhere: there is no such post.',
      '<a href="/blog/no-such-post">nothing</a>',
    ],
    ['Line 5 The picture has no alt text.', '<img src="/uploads/a.webp">'],
    [/^Line 6 The attribute onclick will be removed/, '<p onclick="x()">Three</p>'],
  ] as const) {
    await summary(page).click();
    await entry(page, name).click();
    await expect(content(page)).toBeFocused();
    await expect.poll(() => selectedText(page)).toBe(selected);
    await expect(entry(page, name)).toHaveCount(0);
  }
  await summary(page).click();
  await entry(page, /^Excerpt It has 120 characters/).click();
  await expect(page.getByLabel('Excerpt*')).toBeFocused();
  await summary(page).click();
  await entry(page, /^Featured Image/).click();
  await expect(page.getByRole('button', { name: 'Upload File' })).toBeFocused();

  await page.getByLabel('Excerpt*').fill('Short');
  await content(page).fill('<p>Nothing to say</p>');
  await expect(summary(page)).toContainText('1 thing to check');
});

for (const [theme, tag] of THEMES) {
  test(`the list is over the text and accessible, ${theme}`, tag, async ({ page, admin }) => {
    const { id } = await admin.createPost({ content: '<h4>A</h4>'.repeat(3) });
    await page.emulateMedia({ colorScheme: theme });
    await page.goto(`/admin/posts/edit/${id}`);
    await expect(summary(page)).toContainText('2 things');
    const height = async () => (await bar(page).boundingBox())?.height;
    const more = bar(page).getByRole('button', { name: 'More publishing actions' });
    if (await more.isVisible()) await more.click();
    const closed = await height();
    await summary(page).focus();
    await page.keyboard.press('Enter');
    await expect(entry(page, /^Line 1 The first heading/)).toBeVisible();
    expect(await height()).toBe(closed);
    expect(await violations(page, `checks ${theme}`)).toEqual([]);
    await page.keyboard.press('Tab');
    await expect(entry(page, /^Line 1 The first heading/)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(summary(page)).toBeFocused();
    await expect(entry(page, /^Line 1/)).toHaveCount(0);
  });
}
