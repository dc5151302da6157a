import type { Page } from '@playwright/test';
import { expect, test } from './admin-fixtures.ts';
import { content, copySaved, findCopy, title } from './editor-form.ts';
import { findPost, offer, openDevice, publishButton } from './unsaved-work.ts';

test.use({ ownContext: true });

const compareButton = (page: Page) => page.getByRole('button', { name: 'Compare and choose' });

test.describe('two devices', () => {
  test('changes that fit together are merged without a loss', async ({
    page,
    browser,
    admin,
    watch,
  }) => {
    watch.expectConsoleError(/409/);
    const post = await admin.createPost();
    const other = await openDevice(browser);
    await page.goto(`/admin/posts/edit/${post.id}`);
    await other.goto(`/admin/posts/edit/${post.id}`);
    await expect(title(other)).toHaveValue(post.title);
    await page.getByLabel('Excerpt*').fill('From the first');
    await expect(copySaved(page)).toBeVisible();
    await content(other).fill('<p>From the second</p>');
    await expect(compareButton(other)).toBeVisible();
    // Nobody is interrupted while typing.
    await expect(content(other)).toBeFocused();
    await content(other).press('Control+End');
    await content(other).pressSequentially(' and more');
    await compareButton(other).click();
    const conflict = other.getByRole('region', { name: 'This post was changed elsewhere' });
    await expect(conflict).toContainText('in another tab or on another device');
    await expect(conflict).toContainText('so they were merged');
    await conflict.getByRole('button', { name: 'Use merged version' }).click();
    await expect(conflict).toHaveCount(0);
    await expect(copySaved(other)).toBeVisible();
    expect((await findCopy(admin.api, post.id))?.form).toMatchObject({
      excerpt: 'From the first',
      content: '<p>From the second</p> and more',
    });
    expect(await findPost(admin.api, post.id)).toMatchObject({ version: 1 });
    await other.context().close();
  });

  test('of one field, each version can be chosen, and the other is kept', async ({
    page,
    context,
    admin,
    watch,
  }) => {
    watch.expectConsoleError(/409/);
    const post = await admin.createPost();
    const other = await context.newPage();
    await other.goto(`/admin/posts/edit/${post.id}`);
    await page.goto(`/admin/posts/edit/${post.id}`);
    await expect(title(page)).toHaveValue(post.title);
    await content(other).fill('<p>Theirs</p>');
    await expect(copySaved(other)).toBeVisible();
    await content(page).fill('<p>Mine</p>');
    await page.keyboard.press('Control+s');
    // Asked for, so the answer is shown.
    const conflict = page.getByRole('region', { name: 'This post was changed elsewhere' });
    await expect(conflict.getByRole('heading')).toBeFocused();
    await expect(conflict.getByLabel('Yours')).toBeChecked();
    await conflict.getByRole('button', { name: 'Use the other version' }).click();
    await expect(content(page)).toHaveValue('<p>Theirs</p>');
    await expect(copySaved(page)).toBeVisible();
    await offer(page).getByRole('button', { name: 'Restore' }).click();
    await expect(content(page)).toHaveValue('<p>Mine</p>');
    await expect(copySaved(page)).toBeVisible();
    expect((await findCopy(admin.api, post.id))?.form).toMatchObject({ content: '<p>Mine</p>' });
  });

  test('a working copy on an older version of the post is merged when it is saved', async ({
    page,
    admin,
    watch,
  }) => {
    watch.expectConsoleError(/409/);
    const post = await admin.createPost();
    await page.goto(`/admin/posts/edit/${post.id}`);
    await content(page).fill('<p>In progress</p>');
    await expect(copySaved(page)).toBeVisible();
    await page.goto('/admin');
    const data = { title: post.title, excerpt: 'Meanwhile', content: '<p>Some content</p>' };
    await admin.api.put(`/api/admin/posts/${post.id}`, { data });
    await page.goto(`/admin/posts/edit/${post.id}`);
    await expect(content(page)).toHaveValue('<p>In progress</p>');
    await publishButton(page).click();
    await expect(page.getByText('so they were merged')).toBeVisible();
    await page.getByRole('button', { name: 'Publish merged version' }).click();
    await expect(page).toHaveURL('/admin');
    expect(await findPost(admin.api, post.id)).toMatchObject({
      excerpt: 'Meanwhile',
      content: '<p>In progress</p>',
      version: 3,
    });
    expect(await findCopy(admin.api, post.id)).toBeUndefined();
  });
});

test('a post that was deleted meanwhile can be saved as a new one', async ({
  page,
  admin,
  watch,
}) => {
  watch.expectConsoleError(/404/);
  const post = await admin.createPost();
  await page.goto(`/admin/posts/edit/${post.id}`);
  await expect(title(page)).toHaveValue(post.title);
  await admin.api.delete(`/api/admin/posts/${post.id}`);
  await content(page).fill('<p>Still wanted</p>');
  await page.getByRole('button', { name: 'save this as a new post' }).click();
  await expect(page).toHaveURL('/admin');
  const all: { title: string; content: string }[] = await (
    await admin.api.get('/api/admin/posts')
  ).json();
  expect(all.filter(({ title }) => title === post.title)).toMatchObject([
    { content: '<p>Still wanted</p>' },
  ]);
});
