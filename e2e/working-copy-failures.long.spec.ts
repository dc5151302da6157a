import { expect, test } from './admin-fixtures.ts';
import { content, copySaved, findCopy, saveState, title } from './editor-form.ts';
import { DISK_FULL, failForFullDisk, holdApi } from './fixtures.ts';
import { PASSWORD } from './sites.ts';
import { publishButton } from './unsaved-work.ts';

test.use({ ownContext: true });

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
  await expect(saveState(page)).toHaveText('Published · Offline');
  await expect(page.getByRole('alert')).toHaveText(
    'You’re offline. We’ll retry automatically. Your text is safe in this browser.',
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
  await expect(saveState(page)).toHaveText('Published · Offline');
  await content(page).fill('<p>Sent</p><p>And more</p>');
  await page.keyboard.press('Control+s');
  await expect(copySaved(page)).toBeVisible();
  expect((await findCopy(admin.api, post.id))?.form).toMatchObject({
    content: '<p>Sent</p><p>And more</p>',
  });
});

test('a failed write says why', async ({ page, admin, watch }) => {
  watch.expectConsoleError(/507/);
  const post = await admin.createPost();
  await failForFullDisk(page, 'admin/working-copies/*');
  await page.goto(`/admin/posts/edit/${post.id}`);
  await content(page).fill('<p>Precious</p>');
  await expect(saveState(page)).toHaveText('Published · Not saved');
  await expect(page.getByRole('alert')).toHaveText(
    `${DISK_FULL} Your text is safe in this browser.`,
  );
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
  await expect(page.getByRole('alert')).toHaveText(/^Your session has ended\..*sent automatically/);
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
