import type { Page } from '@playwright/test';
import { expect, test } from './admin-fixtures.ts';
import { content } from './editor-form.ts';
import { violations } from './fixtures.ts';
import { LONG } from './tags.ts';

const WRITTEN = `<p>One</p>
<p onclick="x()">Two</p>
<iframe src="https://example.com/map"></iframe>`;

function selectedText(page: Page): Promise<string> {
  return content(page).evaluate((field: HTMLTextAreaElement) =>
    field.value.slice(field.selectionStart, field.selectionEnd),
  );
}

test('the editor says what will be left out, and where it is', LONG, async ({ page, admin }) => {
  const post = await admin.createPost({ content: WRITTEN });
  await page.goto(`/admin/posts/edit/${post.id}`);
  await page.getByText('2 items will be removed').click();
  const entry = page.getByRole('button', {
    name: 'Line 3 The embed of example.com will be removed: only YouTube and Vimeo can be embedded.',
  });
  await expect(entry).toBeVisible();
  expect(await violations(page, 'editor with notes')).toEqual([]);
  await entry.click();
  await expect(content(page)).toBeFocused();
  await expect
    .poll(() => selectedText(page))
    .toBe('<iframe src="https://example.com/map"></iframe>');
  await page.keyboard.type('<b>Three');
  await expect(page.getByText('2 things to check', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Line 3 The tag <b> is never' })).toBeVisible();
  await content(page).fill('<p>Nothing to say</p>');
  await expect(page.getByText(/to check$/)).toHaveCount(0);
});
