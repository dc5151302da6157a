import type { Page } from '@playwright/test';
import { expect, test } from './admin-fixtures.ts';
import { content } from './editor-form.ts';
import { failApi, violations } from './fixtures.ts';
import { ONCE } from './tags.ts';

const WRITTEN = `<p>One</p>
<p onclick="x()">Two</p>
<iframe src="https://example.com/map"></iframe>`;

function selectedText(page: Page): Promise<string> {
  return content(page).evaluate((field: HTMLTextAreaElement) =>
    field.value.slice(field.selectionStart, field.selectionEnd),
  );
}

function previews(requests: readonly string[]): number {
  return requests.filter((request) => request === 'POST /api/admin/preview').length;
}

test('the editor says what will be left out, and where it is', async ({ page, admin }) => {
  const post = await admin.createPost({ content: WRITTEN });
  await page.goto(`/admin/posts/edit/${post.id}`);
  await page.getByText('2 things will be left out').click();
  const entry = page.getByRole('button', {
    name: 'Line 3 The embed of example.com is left out: only YouTube and Vimeo can be embedded.',
  });
  await expect(entry).toBeVisible();
  expect(await violations(page, 'editor with notes')).toEqual([]);
  await entry.click();
  await expect(content(page)).toBeFocused();
  expect(await selectedText(page)).toBe('<iframe src="https://example.com/map"></iframe>');
  await page.keyboard.type('<b>Three');
  await expect(page.getByText('2 things to check')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Line 3 The tag <b> is never' })).toBeVisible();
  await content(page).fill('<p>Nothing to say</p>');
  await expect(page.getByText('to check')).toHaveCount(0);
});

test('the preview and the notes share a request', ONCE, async ({ page, admin, watch }) => {
  const post = await admin.createPost({ content: WRITTEN });
  await page.goto(`/admin/posts/edit/${post.id}`);
  await expect(page.getByText('2 things will be left out')).toBeVisible();
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Two');
  expect(previews(watch.requests)).toBe(1);
  await page.getByText('2 things will be left out').click();
  await page.getByRole('button', { name: 'Line 2 The attribute onclick' }).click();
  await expect(content(page)).toBeFocused();
  expect(await selectedText(page)).toBe('<p onclick="x()">Two</p>');
});

test('when the notes cannot be had, nothing is said', ONCE, async ({ page, admin, watch }) => {
  watch.expectConsoleError(/status of 500/);
  await failApi(page, 'admin/preview');
  const post = await admin.createPost({ content: WRITTEN });
  await page.goto(`/admin/posts/edit/${post.id}`);
  await expect.poll(() => previews(watch.requests)).toBe(1);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test(
  'a session that ended meanwhile does not end the writing',
  ONCE,
  async ({ page, admin, watch }) => {
    watch.expectConsoleError(/status of 401/);
    const post = await admin.createPost({ content: '<p>Text</p>' });
    await page.goto(`/admin/posts/edit/${post.id}`);
    await expect.poll(() => previews(watch.requests)).toBe(1);
    await page.route('**/api/admin/preview', (route) => route.fulfill({ status: 401, body: '{}' }));
    await content(page).fill('<p>More text</p>');
    await expect.poll(() => previews(watch.requests)).toBe(2);
    await expect(content(page)).toHaveValue('<p>More text</p>');
    await expect(page).toHaveURL(`/admin/posts/edit/${post.id}`);
  },
);
