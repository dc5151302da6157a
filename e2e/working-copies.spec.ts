import type { APIRequestContext, Page } from '@playwright/test';
import { expect, nextDialog, test, uniqueTitle } from './admin-fixtures.ts';
import { content, copySaved, fillIn, findCopy, saveState, stopTime, title } from './editor-form.ts';
import { holdApi, painted, violations } from './fixtures.ts';
import { LONG } from './tags.ts';
import { findPost, offer, openDevice, publishButton } from './unsaved-work.ts';

test.use({ ownContext: true });

/** The working copy of a post that was never saved. */
async function findNewCopy(api: APIRequestContext, name: string): Promise<{ id: string }[]> {
  const all: { id: string; post_id: string | null; title: string }[] = await (
    await api.get('/api/admin/working-copies')
  ).json();
  return all.filter((copy) => copy.title === name && copy.post_id === null);
}

const discardButton = (page: Page) => page.getByRole('button', { name: 'Discard changes' });
const undoButton = (page: Page) => page.getByRole('button', { name: 'Undo' });

test('what is typed is on another device after a pause, and readers see nothing of it', async ({
  page,
  browser,
  admin,
  playwright,
  baseURL,
}) => {
  // The middle one: what other tests publish must not become its previous or next post.
  const first = Date.UTC(1907) + Math.floor(Math.random() * 1e12);
  const dated = (later: number) =>
    admin.createPost({ published_at: new Date(first + later).toISOString() });
  const [, post] = [await dated(0), await dated(1), await dated(2)];
  const half = uniqueTitle('Half a sen');
  const visitor = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  const api = async () => {
    const response = await visitor.get(`/api/posts/${post.slug}`);
    return [response.status(), response.headers().etag, await response.text()];
  };
  await page.goto(`/admin/posts/edit/${post.id}`);
  await expect(saveState(page)).toHaveText('Published');
  await expect(discardButton(page)).toHaveCount(0);
  const before = await api();
  await content(page).fill(`<p>${half}</p>`);
  await expect(copySaved(page)).toBeVisible();
  await expect(saveState(page)).toHaveText(/private changes/);
  expect(await api()).toEqual(before);
  for (const path of [`/blog/${post.slug}`, '/blog', '/feed.xml', `/api/posts?q=${half}`]) {
    const response = await visitor.get(path);
    expect(response.status()).toBe(200);
    expect(await response.text(), path).not.toContain(half);
  }
  expect(await findPost(admin.api, post.id)).toMatchObject({
    version: 1,
    content: '<p>Some content</p>',
  });
  expect(await violations(page, 'an editor with a working copy')).toEqual([]);

  const other = await openDevice(browser);
  await other.goto(`/admin/posts/edit/${post.id}`);
  await expect(content(other)).toHaveValue(`<p>${half}</p>`);
  await expect(copySaved(other)).toBeVisible();
  await content(other).fill(`<p>${half}tence</p>`);
  await other.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(other).toHaveURL('/admin');
  expect(await findPost(admin.api, post.id)).toMatchObject({
    version: 2,
    content: `<p>${half}tence</p>`,
  });
  expect(await findCopy(admin.api, post.id)).toBeUndefined();
  await other.context().close();
  await visitor.dispose();
});

test('Ctrl+S saves the working copy at once, whether or not the form is complete', async ({
  page,
  admin,
}) => {
  const name = uniqueTitle();
  await page.goto('/admin/posts/new');
  await expect(saveState(page)).toHaveText('New');
  await stopTime(page);
  await page.keyboard.press('Control+s');
  await expect(saveState(page)).toHaveText('New');
  await title(page).fill(name);
  await page.keyboard.press('Control+s');
  await expect(saveState(page)).toHaveText(/^Draft · Autosaved /);
  await expect(title(page)).toBeFocused();
  expect(await findNewCopy(admin.api, name)).toHaveLength(1);
  const all: { title: string }[] = await (await admin.api.get('/api/admin/posts')).json();
  expect(all.filter((post) => post.title === name)).toEqual([]);
});

test(
  'a post that was never saved is opened by its address, also after a reload',
  LONG,
  async ({ page, browser, admin }) => {
    const name = uniqueTitle();
    await page.goto('/admin/posts/new');
    await title(page).fill(name);
    await expect(copySaved(page)).toBeVisible();
    const [copy] = await findNewCopy(admin.api, name);
    await expect(page).toHaveURL(`/admin/posts/new?copy=${copy?.id}`);
    await page.reload();
    await expect(title(page)).toHaveValue(name);
    await expect(offer(page)).toHaveCount(0);

    const other = await openDevice(browser);
    await other.goto('/admin/posts/new');
    await expect(title(other)).toHaveValue('');
    await other.goto(`/admin/posts/new?copy=${copy?.id}`);
    await expect(title(other)).toHaveValue(name);
    await other.getByLabel('Excerpt*').fill('An excerpt');
    await content(other).fill('<p>Text</p>');
    await publishButton(other).click();
    await expect(other).toHaveURL('/admin');
    expect(await findNewCopy(admin.api, name)).toEqual([]);
    const all: { title: string }[] = await (await admin.api.get('/api/admin/posts')).json();
    expect(all.filter((post) => post.title === name)).toHaveLength(1);

    await other.goto(`/admin/posts/new?copy=${copy?.id}`);
    await expect(other.getByText('it was saved as a post, or discarded')).toBeVisible();
    await expect(title(other)).toHaveValue('');
    await other.context().close();
  },
);

test('what a closed tab has sent is among the private changes', async ({
  page,
  context,
  admin,
}) => {
  const post = await admin.createPost();
  await page.goto(`/admin/posts/edit/${post.id}`);
  await expect(saveState(page)).toHaveText('Published');
  await stopTime(page);
  await content(page).fill('<p>Last words</p>');
  await expect(saveState(page)).toHaveText('Published · Saving…');
  await expect(saveState(page)).toHaveAttribute('data-local-draft', 'saved');
  await page.close();
  await expect.poll(() => findCopy(admin.api, post.id)).toBeTruthy();
  await context.clock.resume();
  const next = await context.newPage();
  await next.goto('/admin');
  await expect(next.getByText('Published · private changes').first()).toBeVisible();
  await expect(offer(next)).toHaveCount(0);
});

test(
  'Ctrl+S says that it has saved, also after a save that failed',
  LONG,
  async ({ page, admin, watch }) => {
    watch.expectConsoleError(/503|answered/);
    const post = await admin.createPost();
    await page.goto(`/admin/posts/edit/${post.id}`);
    await content(page).fill('<p>Text</p>');
    await page.route(`**/api/admin/posts/${post.id}`, (route) => route.fulfill({ status: 503 }));
    const said = nextDialog(page);
    await publishButton(page).click();
    await said;
    await expect(saveState(page)).toHaveText('Published · Not saved');
    await page.keyboard.press('Control+s');
    await expect(copySaved(page)).toBeVisible();
  },
);

test('changes are discarded after a question, and can be brought back', async ({ page, admin }) => {
  const post = await admin.createPost();
  await page.goto(`/admin/posts/edit/${post.id}`);
  await content(page).fill('<p>Not good</p>');
  await expect(copySaved(page)).toBeVisible();
  const stay = nextDialog(page, 'dismiss');
  await discardButton(page).click();
  expect(await stay).toMatch(/^Discard your changes\?/);
  await expect(content(page)).toHaveValue('<p>Not good</p>');
  const go = nextDialog(page);
  await discardButton(page).click();
  await go;
  await expect(content(page)).toHaveValue('<p>Some content</p>');
  await expect(saveState(page)).toHaveText('Published');
  expect(await findCopy(admin.api, post.id)).toBeUndefined();
  await undoButton(page).click();
  await expect(content(page)).toHaveValue('<p>Not good</p>');
  await expect(copySaved(page)).toBeVisible();
  expect((await findCopy(admin.api, post.id))?.form).toMatchObject({ content: '<p>Not good</p>' });
  await expect(undoButton(page)).toHaveCount(0);
  await page.reload();
  await expect(content(page)).toHaveValue('<p>Not good</p>');
});

test(
  'what was typed after discarding is kept when that is undone',
  LONG,
  async ({ page, admin }) => {
    const post = await admin.createPost();
    await page.goto(`/admin/posts/edit/${post.id}`);
    await content(page).fill('<p>First</p>');
    const go = nextDialog(page);
    await discardButton(page).click();
    await go;
    await expect(undoButton(page)).toBeVisible();
    await content(page).fill('<p>Second</p>');
    await undoButton(page).click();
    await expect(content(page)).toHaveValue('<p>First</p>');
    await offer(page).getByRole('button', { name: 'Restore' }).click();
    await expect(content(page)).toHaveValue('<p>Second</p>');
  },
);

test('a discarded new post leaves an empty editor', LONG, async ({ page, admin }) => {
  const name = uniqueTitle();
  await page.goto('/admin/posts/new');
  await title(page).fill(name);
  await expect(copySaved(page)).toBeVisible();
  const go = nextDialog(page);
  await discardButton(page).click();
  expect(await go).toBe('Discard this draft?');
  await expect(title(page)).toHaveValue('');
  await expect(page).toHaveURL('/admin/posts/new');
  expect(await findNewCopy(admin.api, name)).toEqual([]);
  await undoButton(page).click();
  await expect(title(page)).toHaveValue(name);
  await expect(copySaved(page)).toBeVisible();
  expect(await findNewCopy(admin.api, name)).toHaveLength(1);
});

test('a form that is as in the post again has no working copy', LONG, async ({ page, admin }) => {
  const post = await admin.createPost();
  await page.goto(`/admin/posts/edit/${post.id}`);
  await title(page).fill('Other');
  await expect(copySaved(page)).toBeVisible();
  await title(page).fill(post.title);
  await expect.poll(() => findCopy(admin.api, post.id)).toBeUndefined();
  await expect(discardButton(page)).toHaveCount(0);
});

test.describe('leaving at once after typing', () => {
  test('to another page sends the text first, and asks nothing', async ({ page, admin }) => {
    const post = await admin.createPost();
    await page.goto(`/admin/posts/edit/${post.id}`);
    await expect(title(page)).toHaveValue(post.title);
    const release = await holdApi(page, 'admin/working-copies/*');
    // It would ask after a while, too.
    await stopTime(page);
    await content(page).fill('<p>Last words</p>');
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(saveState(page)).toHaveText('Published · Saving…');
    await page.clock.resume();
    release();
    await expect(page).toHaveURL('/admin');
    expect((await findCopy(admin.api, post.id))?.form).toMatchObject({
      content: '<p>Last words</p>',
    });
    await expect(offer(page)).toHaveCount(0);
  });

  test('by closing the tab sends the text', async ({ page, context, admin }) => {
    const post = await admin.createPost();
    await page.goto('/admin');
    const tab = await context.newPage();
    await tab.goto(`/admin/posts/edit/${post.id}`);
    await content(tab).fill('<p>Last words</p>');
    tab.on('dialog', (dialog) => void dialog.accept());
    await tab.close({ runBeforeUnload: true });
    await expect
      .poll(async () => (await findCopy(admin.api, post.id))?.form.content)
      .toBe('<p>Last words</p>');
    await page.goto(`/admin/posts/edit/${post.id}`);
    await expect(content(page)).toHaveValue('<p>Last words</p>');
    await expect(offer(page)).toHaveCount(0);
  });
});

test('the dashboard says what was saved, with a way back', async ({ page, admin }) => {
  const post = await admin.createPost({ published: false });
  const status = page.getByRole('status');
  await page.goto(`/admin/posts/edit/${post.id}`);
  await content(page).fill('<p>Changed</p>');
  await page.getByRole('button', { name: 'Save as Draft' }).click();
  await expect(page).toHaveURL('/admin');
  // The URL changes first; the page that is left has several such messages.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
  await expect(status).toHaveText(`Saved. “${post.title}” is a draft`);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page).toHaveURL(`/admin/posts/edit/${post.id}`);
  await publishButton(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
  await expect(status).toHaveText(`Saved. “${post.title}” is public`);
});

test('a new post has no working copy until something is written', LONG, async ({ page, watch }) => {
  await page.goto('/admin/posts/new');
  await expect(saveState(page)).toHaveText('New');
  await stopTime(page);
  await fillIn(page, { title: 'A', content: 'B' });
  await fillIn(page, { title: '', content: '' });
  await page.getByLabel('Excerpt*').fill('');
  await page.clock.runFor(30_000);
  await page.clock.resume();
  await painted(page);
  expect(watch.requests.filter((request) => request.includes('working-copies'))).toEqual([]);
});
