import type { Page } from '@playwright/test';
import { expect, nextDialog, test } from './admin-fixtures.ts';
import { content, cutConnection, saveAsDraft, title } from './editor-form.ts';
import { draftSaved, offer } from './unsaved-work.ts';

test.use({ ownContext: true });

// The browser keeps what the server does not get.
test.beforeEach(({ context }) => cutConnection(context));

test.describe('two tabs on one post', () => {
  async function inConflict(first: Page, second: Page, id: string): Promise<void> {
    await first.goto(`/admin/posts/edit/${id}`);
    await second.goto(`/admin/posts/edit/${id}`);
    // Loaded before the other tab changes the post.
    await expect(content(second)).not.toHaveValue('');
    await content(first).fill('<p>The first tab wrote this</p>');
    await saveAsDraft(first);
    await content(second).fill('<p>The second tab wrote that</p>');
    await second.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(
      second.getByRole('heading', { name: 'This post was changed elsewhere' }),
    ).toBeFocused();
  }

  test('the second sees both texts and can save its own', async ({ page, context, admin }) => {
    const post = await admin.createPost();
    const second = await context.newPage();
    await inConflict(page, second, post.id);
    const conflict = second.getByRole('region', { name: 'This post was changed elsewhere' });
    await expect(conflict.locator('del')).toContainText(['first', 'this']);
    await expect(conflict.locator('ins')).toContainText(['second', 'that']);
    await expect(content(second)).toHaveValue('<p>The second tab wrote that</p>');
    await conflict.getByRole('button', { name: 'Publish merged version' }).click();
    await expect(second).toHaveURL('/admin');
    const [saved] = await (await admin.api.get(`/api/admin/posts?id=${post.id}`)).json();
    expect(saved).toMatchObject({ content: '<p>The second tab wrote that</p>', version: 3 });
    const replaced = await admin.api.get(`/api/admin/posts/${post.id}/revisions/2`);
    expect((await replaced.json()).content).toBe('<p>The first tab wrote this</p>');
  });

  test('the second can publish its own text', async ({ page, context, admin }) => {
    const post = await admin.createPost({ published: false });
    const second = await context.newPage();
    await inConflict(page, second, post.id);
    await second.getByRole('button', { name: 'Publish merged version' }).click();
    await expect(second).toHaveURL('/admin');
    const [saved] = await (await admin.api.get(`/api/admin/posts?id=${post.id}`)).json();
    expect(saved).toMatchObject({ content: '<p>The second tab wrote that</p>', published: true });
  });

  test('fields that one tab changed are merged, and shown before saving', async ({
    page,
    admin,
    watch,
  }) => {
    watch.expectConsoleError(/409/);
    const post = await admin.createPost({ tags: ['Alpha', 'Beta'] });
    await page.goto(`/admin/posts/edit/${post.id}`);
    await content(page).fill('<p>Mine</p>');
    await page.getByLabel('Tags').fill('Alpha, Beta, Mine');
    const data = {
      title: `${post.title} elsewhere`,
      excerpt: 'Changed elsewhere',
      content: '<p>Some content</p>',
      tags: ['Beta', 'Theirs'],
      published: false,
    };
    await admin.api.put(`/api/admin/posts/${post.id}`, { data });
    await page.getByRole('button', { name: 'Save as Draft' }).click();
    const conflict = page.getByRole('region', { name: 'This post was changed elsewhere' });
    await expect(conflict).toContainText('so they were merged');
    await expect(conflict.getByRole('radio')).toHaveCount(0);
    await expect(conflict.getByText('Title, from the saved version')).toBeVisible();
    await expect(conflict.getByText('Content, yours')).toBeVisible();
    await expect(conflict.getByText('Tags, from both')).toBeVisible();
    await expect(conflict.getByRole('region', { name: 'Excerpt' }).locator('ins')).toHaveText([
      'Changed',
      'elsewhere',
    ]);
    const saved = async () =>
      (await (await admin.api.get(`/api/admin/posts?id=${post.id}`)).json())[0];
    expect((await saved()).version).toBe(2);
    await conflict.getByRole('button', { name: 'Save merged version' }).click();
    await expect(page).toHaveURL('/admin');
    expect(await saved()).toMatchObject({
      ...data,
      content: '<p>Mine</p>',
      tags: ['Beta', 'Theirs', 'Mine'],
      version: 3,
    });
    await page.goto(`/admin/posts/edit/${post.id}`);
    await expect(title(page)).toHaveValue(data.title);
    await expect(page.getByLabel('Publish immediately')).not.toBeChecked();
  });

  test('each field that both changed is a separate choice', async ({ page, admin, watch }) => {
    watch.expectConsoleError(/409/);
    const post = await admin.createPost();
    await page.goto(`/admin/posts/edit/${post.id}`);
    await content(page).fill('<p>Mine</p>');
    await page.getByLabel('Excerpt*').fill('Mine');
    await admin.api.put(`/api/admin/posts/${post.id}`, {
      data: { title: post.title, excerpt: 'Theirs', content: '<p>Theirs</p>' },
    });
    await page.getByRole('button', { name: 'Save as Draft' }).click();
    const conflict = page.getByRole('region', { name: 'This post was changed elsewhere' });
    const excerpt = conflict.getByRole('group', { name: 'Excerpt' });
    await expect(excerpt.getByLabel('Yours')).toBeChecked();
    await excerpt.getByLabel('The saved version').check();
    await expect(conflict.getByRole('region', { name: 'Excerpt' }).locator('ins')).toHaveText([
      'Theirs',
    ]);
    await conflict.getByRole('button', { name: 'Save merged version' }).click();
    await expect(page).toHaveURL('/admin');
    const [saved] = await (await admin.api.get(`/api/admin/posts?id=${post.id}`)).json();
    expect(saved).toMatchObject({ content: '<p>Mine</p>', excerpt: 'Theirs', version: 3 });
  });

  test('the second can take the saved version, and its own becomes a local draft', async ({
    page,
    context,
    admin,
  }) => {
    const post = await admin.createPost();
    const second = await context.newPage();
    await inConflict(page, second, post.id);
    await second.getByRole('button', { name: 'Use the saved version' }).click();
    await expect(content(second)).toHaveValue('<p>The first tab wrote this</p>');
    await offer(second).getByRole('button', { name: 'Restore' }).click();
    await expect(content(second)).toHaveValue('<p>The second tab wrote that</p>');
  });

  test('the second can keep editing, and sees the conflict again', async ({
    page,
    context,
    admin,
  }) => {
    const post = await admin.createPost();
    const second = await context.newPage();
    await inConflict(page, second, post.id);
    await second.getByRole('button', { name: 'Keep editing' }).click();
    await expect(content(second)).toHaveValue('<p>The second tab wrote that</p>');
    await second.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(
      second.getByRole('heading', { name: 'This post was changed elsewhere' }),
    ).toBeVisible();
    const [saved] = await (await admin.api.get(`/api/admin/posts?id=${post.id}`)).json();
    expect(saved.content).toBe('<p>The first tab wrote this</p>');
  });
});

test('a local draft of an older version leads to a conflict', async ({ page, context, admin }) => {
  const post = await admin.createPost();
  await page.goto(`/admin/posts/edit/${post.id}`);
  await content(page).fill('<p>Kept</p>');
  await expect(draftSaved(page)).toBeVisible();
  await page.close();
  await admin.api.put(`/api/admin/posts/${post.id}`, {
    data: { title: post.title, excerpt: 'An excerpt', content: '<p>Saved meanwhile</p>' },
  });
  const next = await context.newPage();
  await next.goto(`/admin/posts/edit/${post.id}`);
  await expect(offer(next)).toContainText('before the post was last saved');
  await offer(next).getByRole('button', { name: 'Restore' }).click();
  await expect(content(next)).toHaveValue('<p>Kept</p>');
  await next.getByRole('button', { name: 'Save as Draft' }).click();
  await expect(
    next.getByRole('heading', { name: 'This post was changed elsewhere' }),
  ).toBeVisible();
});

test('a local draft of an older version is merged with the current one', async ({
  page,
  context,
  admin,
}) => {
  const post = await admin.createPost();
  await page.goto(`/admin/posts/edit/${post.id}`);
  await content(page).fill('<p>Kept</p>');
  await expect(draftSaved(page)).toBeVisible();
  await page.close();
  await admin.api.put(`/api/admin/posts/${post.id}`, {
    data: { title: post.title, excerpt: 'Saved meanwhile', content: '<p>Some content</p>' },
  });
  const next = await context.newPage();
  await next.goto(`/admin/posts/edit/${post.id}`);
  await offer(next).getByRole('button', { name: 'Restore' }).click();
  await expect(content(next)).toHaveValue('<p>Kept</p>');
  await next.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(next.getByText('so they were merged')).toBeVisible();
  await next.getByRole('button', { name: 'Publish merged version' }).click();
  await expect(next).toHaveURL('/admin');
  const [saved] = await (await admin.api.get(`/api/admin/posts?id=${post.id}`)).json();
  expect(saved).toMatchObject({ content: '<p>Kept</p>', excerpt: 'Saved meanwhile', version: 3 });
});

test('a post that was deleted in the meantime can be saved as a new one', async ({
  page,
  admin,
  watch,
}) => {
  watch.expectConsoleError(/404|answered/);
  const post = await admin.createPost();
  await page.goto(`/admin/posts/edit/${post.id}`);
  await content(page).fill('<p>Still wanted</p>');
  await admin.api.delete(`/api/admin/posts/${post.id}`);
  const alert = nextDialog(page);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  expect(await alert).toBe('Failed to save post. Please try again.');
  const saveAnew = page.getByRole('button', { name: 'save this as a new post', exact: true });
  await expect(saveAnew).toHaveAccessibleDescription('goes online now');
  await saveAnew.click();
  await expect(page).toHaveURL('/admin');
  const all: { id: string; title: string }[] = await (
    await admin.api.get('/api/admin/posts')
  ).json();
  const saved = all.filter(({ title }) => title === post.title);
  expect(saved).toMatchObject([{ content: '<p>Still wanted</p>', published: true }]);
  expect(saved[0]?.id).not.toBe(post.id);
  await page.goto(`/admin/posts/edit/${post.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post Not Found');
});
