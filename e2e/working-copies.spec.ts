import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { expect, logIn, nextDialog, test, uniqueTitle } from './admin-fixtures.ts';
import { content, copySaved, fillIn, findCopy, saveState, stopTime, title } from './editor-form.ts';
import { holdApi, painted, violations } from './fixtures.ts';
import { PASSWORD, WRITING_SITE } from './sites.ts';

test.use({ ownContext: true });

/** The working copy of a post that was never saved. */
async function findNewCopy(api: APIRequestContext, name: string): Promise<{ id: string }[]> {
  const all: { id: string; post_id: string | null; title: string }[] = await (
    await api.get('/api/admin/working-copies')
  ).json();
  return all.filter((copy) => copy.title === name && copy.post_id === null);
}

async function findPost(api: APIRequestContext, id: string) {
  return (await (await api.get(`/api/admin/posts?id=${id}`)).json())[0];
}

/** Another browser, logged in on the same site. */
async function openDevice(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: WRITING_SITE });
  const token = await logIn();
  await context.addInitScript((value) => localStorage.setItem('token', value), token);
  return context.newPage();
}

const discardButton = (page: Page) => page.getByRole('button', { name: 'Discard changes' });
const undoButton = (page: Page) => page.getByRole('button', { name: 'Undo' });
const publishButton = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true });
const offer = (page: Page) => page.getByRole('complementary', { name: 'Unsaved work' });
const compareButton = (page: Page) => page.getByRole('button', { name: 'Compare and choose' });

test('what is typed is on another device after a pause, and readers see nothing of it', async ({
  page,
  browser,
  admin,
  playwright,
  baseURL,
}) => {
  // The middle one: what other tests publish must not become its previous or next post.
  const dated = (second: number) =>
    admin.createPost({ published_at: `1907-05-04T03:02:0${second}Z` });
  const [, post] = [await dated(1), await dated(2), await dated(3)];
  const visitor = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  const api = async () => {
    const response = await visitor.get(`/api/posts/${post.slug}`);
    return [response.status(), response.headers().etag, await response.text()];
  };
  await page.goto(`/admin/posts/edit/${post.id}`);
  await expect(saveState(page)).toHaveText('No changes.');
  await expect(discardButton(page)).toHaveCount(0);
  const before = await api();
  await content(page).fill('<p>Half a sen</p>');
  await expect(copySaved(page)).toBeVisible();
  await expect(page.getByText(/^Changes since .*, not part of the post$/)).toBeVisible();
  expect(await api()).toEqual(before);
  for (const path of [`/blog/${post.slug}`, '/blog', '/feed.xml', '/api/posts?q=Half%20a%20sen']) {
    const response = await visitor.get(path);
    expect(response.status()).toBe(200);
    expect(await response.text(), path).not.toContain('Half a sen');
  }
  expect(await findPost(admin.api, post.id)).toMatchObject({
    version: 1,
    content: '<p>Some content</p>',
  });
  expect(await violations(page, 'an editor with a working copy')).toEqual([]);

  const other = await openDevice(browser);
  await other.goto(`/admin/posts/edit/${post.id}`);
  await expect(content(other)).toHaveValue('<p>Half a sen</p>');
  await expect(copySaved(other)).toBeVisible();
  await content(other).fill('<p>Half a sentence</p>');
  await other.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(other).toHaveURL('/admin');
  expect(await findPost(admin.api, post.id)).toMatchObject({
    version: 2,
    content: '<p>Half a sentence</p>',
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
  await expect(saveState(page)).toHaveText('No changes.');
  await stopTime(page);
  await page.keyboard.press('Control+s');
  await expect(saveState(page)).toHaveText('No changes.');
  await title(page).fill(name);
  await page.keyboard.press('Control+s');
  await expect(saveState(page)).toHaveText(/^Saved at .*\. Not a post yet\.$/);
  await expect(title(page)).toBeFocused();
  expect(await findNewCopy(admin.api, name)).toHaveLength(1);
  const all: { title: string }[] = await (await admin.api.get('/api/admin/posts')).json();
  expect(all.filter((post) => post.title === name)).toEqual([]);
});

test('a post that was never saved is opened by its address, also after a reload', async ({
  page,
  browser,
  admin,
}) => {
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
});

test('what a closed tab has sent is not called unsaved', async ({ page, context, admin }) => {
  const post = await admin.createPost();
  await page.goto(`/admin/posts/edit/${post.id}`);
  await expect(saveState(page)).toHaveText('No changes.');
  await stopTime(page);
  await content(page).fill('<p>Last words</p>');
  await expect(saveState(page)).toHaveText('Unsaved, but kept in this browser.');
  await expect(saveState(page)).toHaveAttribute('data-local-draft', 'saved');
  await page.close();
  await expect.poll(() => findCopy(admin.api, post.id)).toBeTruthy();
  await context.clock.resume();
  const next = await context.newPage();
  await next.goto('/admin');
  await expect(next.getByText('Published · edited since').first()).toBeVisible();
  await expect(offer(next)).toHaveCount(0);
});

test('Ctrl+S says that it has saved, also after a save that failed', async ({
  page,
  admin,
  watch,
}) => {
  watch.expectConsoleError(/503|answered/);
  const post = await admin.createPost();
  await page.goto(`/admin/posts/edit/${post.id}`);
  await content(page).fill('<p>Text</p>');
  await page.route(`**/api/admin/posts/${post.id}`, (route) => route.fulfill({ status: 503 }));
  const said = nextDialog(page);
  await publishButton(page).click();
  await said;
  await expect(saveState(page)).toHaveText(/^Not saved, at .* kept on the server\.$/);
  await page.keyboard.press('Control+s');
  await expect(copySaved(page)).toBeVisible();
});

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
  await expect(saveState(page)).toHaveText('No changes.');
  expect(await findCopy(admin.api, post.id)).toBeUndefined();
  await undoButton(page).click();
  await expect(content(page)).toHaveValue('<p>Not good</p>');
  await expect(copySaved(page)).toBeVisible();
  expect((await findCopy(admin.api, post.id))?.form).toMatchObject({ content: '<p>Not good</p>' });
  await expect(undoButton(page)).toHaveCount(0);
  await page.reload();
  await expect(content(page)).toHaveValue('<p>Not good</p>');
});

test('what was typed after discarding is kept when that is undone', async ({ page, admin }) => {
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
});

test('a discarded new post leaves an empty editor', async ({ page, admin }) => {
  const name = uniqueTitle();
  await page.goto('/admin/posts/new');
  await title(page).fill(name);
  await expect(copySaved(page)).toBeVisible();
  const go = nextDialog(page);
  await discardButton(page).click();
  expect(await go).toMatch(/never saved as a post/);
  await expect(title(page)).toHaveValue('');
  await expect(page).toHaveURL('/admin/posts/new');
  expect(await findNewCopy(admin.api, name)).toEqual([]);
  await undoButton(page).click();
  await expect(title(page)).toHaveValue(name);
  await expect(copySaved(page)).toBeVisible();
  expect(await findNewCopy(admin.api, name)).toHaveLength(1);
});

test('a form that is as in the post again has no working copy', async ({ page, admin }) => {
  const post = await admin.createPost();
  await page.goto(`/admin/posts/edit/${post.id}`);
  await title(page).fill('Other');
  await expect(copySaved(page)).toBeVisible();
  await title(page).fill(post.title);
  await expect.poll(() => findCopy(admin.api, post.id)).toBeUndefined();
  await expect(discardButton(page)).toHaveCount(0);
});

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
    await expect(conflict).toContainText('they fit together');
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
    await expect(page.getByText('they fit together')).toBeVisible();
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

test('without a connection the browser keeps the text, and sends it when there is one', async ({
  page,
  context,
  admin,
  watch,
}) => {
  watch.expectConsoleError(/Failed to (load|fetch)|ERR_INTERNET/);
  const post = await admin.createPost();
  await page.goto(`/admin/posts/edit/${post.id}`);
  await expect(title(page)).toHaveValue(post.title);
  await context.setOffline(true);
  await content(page).fill('<p>On a train</p>');
  await expect(saveState(page)).toHaveText(
    'No connection to the server. Saving goes on by itself. What you wrote is kept in this browser.',
  );
  await expect(page.locator('[data-local-draft="saved"]')).toBeVisible();
  await context.setOffline(false);
  await expect(copySaved(page)).toBeVisible();
  await expect(page.locator('[data-local-draft="none"]')).toBeVisible();
  expect((await findCopy(admin.api, post.id))?.form).toMatchObject({
    content: '<p>On a train</p>',
  });
});

test('a write whose answer is lost is not taken for another device', async ({
  page,
  admin,
  watch,
}) => {
  watch.expectConsoleError(/Failed to (load|fetch)|409/);
  const post = await admin.createPost();
  await page.goto(`/admin/posts/edit/${post.id}`);
  await page.route(
    '**/api/admin/working-copies/*',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await content(page).fill('<p>Sent</p>');
  await expect(saveState(page)).toHaveText(/^No connection to the server\./);
  await content(page).fill('<p>Sent</p><p>And more</p>');
  await page.keyboard.press('Control+s');
  await expect(copySaved(page)).toBeVisible();
  expect((await findCopy(admin.api, post.id))?.form).toMatchObject({
    content: '<p>Sent</p><p>And more</p>',
  });
});

test('a failed write says why', async ({ page, admin, watch }) => {
  watch.expectConsoleError(/507/);
  const detail = 'The disk of the server is full. Nothing was changed.';
  const post = await admin.createPost();
  await page.route('**/api/admin/working-copies/*', (route) =>
    route.fulfill({ status: 507, contentType: 'application/problem+json', json: { detail } }),
  );
  await page.goto(`/admin/posts/edit/${post.id}`);
  await content(page).fill('<p>Precious</p>');
  await expect(saveState(page)).toHaveText(`${detail} What you wrote is kept in this browser.`);
  await page.unrouteAll();
  await page.keyboard.press('Control+s');
  await expect(copySaved(page)).toBeVisible();
});

test('after the session has ended, writing goes on with a login in another tab', async ({
  page,
  context,
  admin,
  watch,
}) => {
  watch.expectConsoleError(/401/);
  const post = await admin.createPost();
  await page.goto(`/admin/posts/edit/${post.id}`);
  await expect(title(page)).toHaveValue(post.title);
  await admin.api.post('/api/logout');
  await content(page).fill('<p>Long and dear</p>');
  await expect(saveState(page)).toHaveText(/^Your session has ended\..*goes on by itself/);
  await expect(page).toHaveURL(`/admin/posts/edit/${post.id}`);
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Log in in another tab' }).click();
  const login = await opened;
  await login.getByLabel('Username').fill('admin');
  await login.getByLabel('Password').fill(PASSWORD);
  await login.getByRole('button', { name: 'Login' }).click();
  await expect(login).toHaveURL('/admin');
  await expect(copySaved(page)).toBeVisible();
  await expect(content(page)).toHaveValue('<p>Long and dear</p>');
  await expect(page.getByRole('link', { name: 'Log in in another tab' })).toHaveCount(0);
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
    await expect(saveState(page)).toHaveText('Saving before you leave…');
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

test('a save waits for a write that is on its way', async ({ page, admin }) => {
  const post = await admin.createPost();
  await page.goto(`/admin/posts/edit/${post.id}`);
  const release = await holdApi(page, 'admin/working-copies/*');
  const written = page.waitForRequest((request) => request.url().includes('/working-copies/'));
  await content(page).fill('<p>Changed</p>');
  await written;
  const sent = page.waitForRequest((request) => request.url().endsWith(`/posts/${post.id}`));
  await publishButton(page).click();
  await expect(page.getByRole('button', { name: 'Publishing...' })).toBeDisabled();
  release();
  expect((await sent).headers()['working-copy']).toMatch(/^"\d+"$/);
  await expect(page).toHaveURL('/admin');
  expect(await findCopy(admin.api, post.id)).toBeUndefined();
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

test('the dashboard is told what has become public', async ({ page, admin }) => {
  const post = await admin.createPost({ published: false });
  const announced = () => page.evaluate(() => history.state.usr);
  await page.goto(`/admin/posts/edit/${post.id}`);
  await content(page).fill('<p>Changed</p>');
  await page.getByRole('button', { name: 'Save as Draft' }).click();
  await expect(page).toHaveURL('/admin');
  expect(await announced()).toBeNull();
  await page.goto(`/admin/posts/edit/${post.id}`);
  await publishButton(page).click();
  await expect(page).toHaveURL('/admin');
  expect(await announced()).toEqual({
    published: { title: post.title, slug: post.slug, publish_at: null },
  });
});

test('a new post has no working copy until something is written', async ({ page, watch }) => {
  await page.goto('/admin/posts/new');
  await expect(saveState(page)).toHaveText('No changes.');
  await stopTime(page);
  await fillIn(page, { title: 'A', content: 'B' });
  await fillIn(page, { title: '', content: '' });
  await page.getByLabel('Excerpt*').fill('');
  await page.clock.runFor(30_000);
  await page.clock.resume();
  await painted(page);
  expect(watch.requests.filter((request) => request.includes('working-copies'))).toEqual([]);
});
