import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findChromium, JOURNEY_FLAGS } from '../test-support/chromium.ts';
import { expect, nextDialog, test } from './admin-fixtures.ts';
import { content, cutConnection, fillIn, title } from './editor-form.ts';
import { PASSWORD, WRITING_SITE } from './sites.ts';
import { draftSaved, offer } from './unsaved-work.ts';

test.use({ ownContext: true });

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
  await expect(offer(again)).toContainText(/“Cut off”, (just now|\d+ minutes? ago)/);
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
  expect(await stay).toBe('Discard these changes for good?');
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
  // The URL changes first; the page that is left has several such messages.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Login');
  await expect(page.getByRole('status')).toHaveText(/^Your session has ended\./);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await logInWithForm(page);
  await expect(page).toHaveURL(`/admin/posts/edit/${post.id}`);
  await offer(page).getByRole('button', { name: 'Restore' }).click();
  await expect(content(page)).toHaveValue('<p>Long and dear</p>');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page).toHaveURL('/admin');
});

test('leaving with changes in this browser only asks first; staying keeps them', async ({
  page,
}) => {
  await page.goto('/admin/posts/new');
  await content(page).fill('<p>Unsaved</p>');
  const stay = nextDialog(page, 'dismiss');
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  expect(await stay).toContain('The server does not have your latest changes. Leave anyway?');
  await expect(page).toHaveURL('/admin/posts/new');
  await expect(content(page)).toHaveValue('<p>Unsaved</p>');
  const leave = nextDialog(page);
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await leave;
  await expect(page).toHaveURL('/admin');
  await expect(offer(page)).toContainText('“Unsaved”');
});

test('reloading asks only with changes that the server does not have', async ({ page }) => {
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
