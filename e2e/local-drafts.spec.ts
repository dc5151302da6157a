import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findChromium, JOURNEY_FLAGS } from '../test-support/chromium.ts';
import { expect, nextDialog, test } from './admin-fixtures.ts';
import { content, cutConnection, fillIn, saveAsDraft, title } from './editor-form.ts';
import { PASSWORD, WRITING_SITE } from './sites.ts';

test.use({ ownContext: true });

/** Shown when the latest key press is stored. */
function draftSaved(page: Page) {
  return page.locator('[data-local-draft="saved"]', {
    hasText: 'kept in this browser.',
  });
}

function offer(page: Page) {
  return page.getByRole('complementary', { name: 'Unsaved work' });
}

/** Read from IndexedDB. */
async function storedTexts(): Promise<string[]> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('longhand');
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const all = await new Promise<{ form: { content: string } }[]>((resolve, reject) => {
    const reading = db.transaction('work').objectStore('work').getAll();
    reading.onsuccess = () => resolve(reading.result);
    reading.onerror = () => reject(reading.error);
  });
  db.close();
  return all.map(({ form }) => form.content);
}

async function logInWithForm(page: Page): Promise<void> {
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
}

// The browser keeps what the server does not get.
test.beforeEach(({ context }) => cutConnection(context));

test('a browser that is killed while typing has stored the text', async () => {
  const profile = mkdtempSync(join(tmpdir(), 'longhand-profile-'));
  const start = () =>
    chromium.launchPersistentContext(profile, {
      executablePath: findChromium() ?? '',
      args: JOURNEY_FLAGS,
      baseURL: WRITING_SITE,
    });

  const first = await start();
  await cutConnection(first);
  const page = first.pages()[0] ?? (await first.newPage());
  await page.goto('/admin/posts/new');
  await logInWithForm(page);
  await fillIn(page, { title: 'Cut off', content: '' });
  await content(page).pressSequentially('<p>Every word up to this o');
  await expect.poll(() => page.evaluate(storedTexts)).toEqual(['<p>Every word up to this o']);
  const session = await (await first.browser()?.newBrowserCDPSession())?.send(
    'SystemInfo.getProcessInfo',
  );
  const browser = session?.processInfo.find(({ type }) => type === 'browser');
  expect(browser).toBeDefined();
  const closed = new Promise((resolve) => first.once('close', resolve));
  process.kill(browser?.id ?? 0, 'SIGKILL');
  await closed;

  const second = await start();
  const again = second.pages()[0] ?? (await second.newPage());
  await again.goto('/admin/posts/new');
  // The token may not have been written to disk.
  await expect(again.getByRole('heading', { level: 1 })).toHaveText(/Admin Login|Create New Post/);
  if (again.url().endsWith('/login')) await logInWithForm(again);
  await expect(offer(again)).toContainText(/“Cut off”, (just now|1 minute ago)/);
  await expect(title(again)).toHaveValue('');
  await offer(again).getByRole('button', { name: 'Restore' }).click();
  await expect(title(again)).toHaveValue('Cut off');
  await expect(content(again)).toHaveValue('<p>Every word up to this o');
  await expect(offer(again)).toHaveCount(0);
  await second.close();
  rmSync(profile, { recursive: true, force: true });
});

test('a closed tab has stored the text, and the dashboard links to it', async ({
  page,
  context,
  admin,
}) => {
  const post = await admin.createPost();
  await page.goto(`/admin/posts/edit/${post.id}`);
  await content(page).fill('<p>Not saved yet</p>');
  await expect(draftSaved(page)).toBeVisible();
  await page.close();
  const next = await context.newPage();
  await next.goto('/admin');
  await expect(offer(next)).toContainText(post.title);
  await offer(next).getByRole('link', { name: 'Continue' }).click();
  await expect(content(next)).toHaveValue('<p>Some content</p>');
  await offer(next).getByRole('button', { name: 'Restore' }).click();
  await expect(content(next)).toHaveValue('<p>Not saved yet</p>');
  await next.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(next).toHaveURL('/admin');
  await expect(next.getByRole('row', { name: post.title })).toBeVisible();
  await expect(offer(next)).toHaveCount(0);
});

test('a local draft can be discarded, after a confirmation', async ({ page, context }) => {
  await page.goto('/admin/posts/new');
  await title(page).fill('Not worth it');
  await expect(draftSaved(page)).toBeVisible();
  await page.close();
  const next = await context.newPage();
  await next.goto('/admin/posts/new');
  const stay = nextDialog(next, 'dismiss');
  await offer(next).getByRole('button', { name: 'Discard' }).click();
  expect(await stay).toBe('Discard this unsaved work for good?');
  await expect(offer(next)).toBeVisible();
  const go = nextDialog(next);
  await offer(next).getByRole('button', { name: 'Discard' }).click();
  await go;
  await expect(offer(next)).toHaveCount(0);
  await next.reload();
  await expect(title(next)).toHaveValue('');
  await expect(offer(next)).toHaveCount(0);
});

test('a draft in use in another tab is not offered', async ({ page, context }) => {
  await page.goto('/admin/posts/new');
  await title(page).fill('In the first tab');
  await expect(draftSaved(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto('/admin/posts/new');
  await title(other).fill('In the second tab');
  await expect(draftSaved(other)).toBeVisible();
  await expect(offer(other)).toHaveCount(0);
  await other.close();
  await page.close();
  const third = await context.newPage();
  await third.goto('/admin/posts/new');
  await expect(offer(third).getByRole('listitem')).toHaveCount(2);
});

test('restoring a local draft stores the current form as another draft', async ({
  page,
  context,
}) => {
  await page.goto('/admin/posts/new');
  await title(page).fill('The older');
  await expect(draftSaved(page)).toBeVisible();
  await page.close();
  const next = await context.newPage();
  await next.goto('/admin/posts/new');
  await title(next).fill('The newer');
  await offer(next).getByRole('button', { name: 'Restore' }).click();
  await expect(title(next)).toHaveValue('The older');
  await expect(offer(next)).toContainText('“The newer”');
  await offer(next).getByRole('button', { name: 'Restore' }).click();
  await expect(title(next)).toHaveValue('The newer');
  await expect(offer(next)).toContainText('“The older”');
});

test('no text is lost when the session ends while writing', async ({ page, admin, watch }) => {
  watch.expectConsoleError(/401/);
  const post = await admin.createPost();
  await page.goto(`/admin/posts/edit/${post.id}`);
  await content(page).fill('<p>Long and dear</p>');
  await admin.api.post('/api/logout');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('status')).toHaveText(/^Your session has ended\./);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await logInWithForm(page);
  await expect(page).toHaveURL(`/admin/posts/edit/${post.id}`);
  await offer(page).getByRole('button', { name: 'Restore' }).click();
  await expect(content(page)).toHaveValue('<p>Long and dear</p>');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page).toHaveURL('/admin');
});

test('leaving with unsaved changes asks first; staying keeps them', async ({ page }) => {
  await page.goto('/admin/posts/new');
  await content(page).fill('<p>Unsaved</p>');
  const stay = nextDialog(page, 'dismiss');
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  expect(await stay).toContain('You have unsaved changes. Leave anyway?');
  await expect(page).toHaveURL('/admin/posts/new');
  await expect(content(page)).toHaveValue('<p>Unsaved</p>');
  const leave = nextDialog(page);
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await leave;
  await expect(page).toHaveURL('/admin');
  await expect(offer(page)).toContainText('“Untitled”');
});

test('reloading asks only with unsaved changes', async ({ page }) => {
  await page.goto('/admin/posts/new');
  await content(page).pressSequentially('Unsaved');
  const question = new Promise<string>((resolve) => {
    page.once('dialog', async (dialog) => {
      resolve(dialog.type());
      await dialog.accept();
    });
  });
  await page.reload();
  expect(await question).toBe('beforeunload');
  await expect(offer(page)).toBeVisible();
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  await expect(offer(page)).toBeVisible();
  expect(questions).toEqual([]);
});

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
    await expect(conflict).toContainText('they fit together');
    await expect(conflict.getByRole('radio')).toHaveCount(0);
    await expect(conflict.getByText('Title, from the saved version')).toBeVisible();
    await expect(conflict.getByText('Content, yours')).toBeVisible();
    await expect(conflict.getByText('Tags, of both')).toBeVisible();
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
  await expect(next.getByText('they fit together')).toBeVisible();
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
  await page.getByRole('button', { name: 'save this as a new post' }).click();
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
