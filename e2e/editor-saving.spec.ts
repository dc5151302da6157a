import type { Page } from '@playwright/test';
import { expect, nextDialog, test, uniqueTitle } from './admin-fixtures.ts';
import {
  content,
  copySaved,
  cutConnection,
  fillIn,
  saveAsDraft,
  saveState,
  title,
} from './editor-form.ts';
import { holdApi, violations } from './fixtures.ts';
import { LONG } from './tags.ts';

const FAILED = 'Failed to save post. Please try again.';
const publishButton = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true });
const draftButton = (page: Page) => page.getByRole('button', { name: 'Save as Draft' });
const address = (page: Page) => page.getByLabel('Address');

async function findByTitle(api: { get: (url: string) => Promise<unknown> }, title: string) {
  const response = (await api.get('/api/admin/posts')) as { json: () => Promise<unknown> };
  const all = (await response.json()) as {
    id: string;
    title: string;
    content: string;
    version: number;
  }[];
  return all.filter((post) => post.title === title);
}

/** Whether no sticky bar covers the element. */
function isUncovered(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [top + 1, top + height / 2, top + height - 1].every((y) => {
    const seen = document.elementFromPoint(left + Math.min(20, width / 2), y);
    return seen !== null && (seen === element || element.contains(seen));
  });
}

for (const [width, height, tag] of [
  [1280, 800, LONG],
  [375, 667, {}],
] as const) {
  test(
    `a refused save leads to the first field with an error, at ${width} × ${height}`,
    tag,
    async ({ page, admin, watch }) => {
      watch.expectConsoleError(/400|answered/);
      await page.setViewportSize({ width, height });
      const other = await admin.createPost();
      await page.goto('/admin/posts/new');
      await fillIn(page, { title: uniqueTitle(), content: '<p>Text</p>\n'.repeat(40) });
      await address(page).fill(other.slug);
      await title(page).focus();
      await page.evaluate(() => window.scrollTo(0, 0));
      const alert = nextDialog(page);
      await publishButton(page).click();
      expect(await alert).toBe(FAILED);
      await expect(address(page)).toBeFocused();
      const message = page.getByText('This belongs to another post.');
      await expect.poll(() => address(page).evaluate(isUncovered)).toBe(true);
      await expect.poll(() => message.evaluate(isUncovered)).toBe(true);
      await expect(page.getByText(/^Please correct Address\./)).toBeVisible();
      await address(page).fill('');
      await expect(message).toHaveCount(0);
      await publishButton(page).click();
      await expect(page).toHaveURL('/admin');
    },
  );
}

test(
  'every field can show the server’s error and gets the focus',
  LONG,
  async ({ page, watch }) => {
    watch.expectConsoleError(/400|answered/);
    await page.goto('/admin/posts/new');
    await fillIn(page, { title: uniqueTitle(), content: '<p>Text</p>' });
    for (const [field, focused] of [
      ['title', title(page)],
      ['excerpt', page.getByLabel('Excerpt*')],
      ['content', content(page)],
      ['featured_image', page.getByRole('group', { name: 'Featured Image' })],
      ['tags.7', page.getByLabel('Tags')],
      ['meta_title', page.getByLabel('Meta Title')],
      ['meta_description', page.getByLabel('Meta Description')],
      ['slug', address(page)],
    ] as const) {
      await page.unrouteAll();
      const errors = { [field]: [`is refused, says the test of ${field}`] };
      await page.route('**/api/admin/posts', (route) =>
        route.fulfill({ status: 400, json: { detail: 'Not valid.', errors } }),
      );
      // The preview hides the content field.
      if (field === 'content')
        await page.getByRole('button', { name: 'Preview', exact: true }).click();
      await page.evaluate(() => window.scrollTo(0, 0));
      const alert = nextDialog(page);
      await draftButton(page).click();
      await alert;
      const message = page.getByText(`This is refused, says the test of ${field}.`);
      await expect(message).toBeInViewport();
      await expect(focused).toBeFocused();
    }
    await page.unrouteAll();
    await page.route('**/api/admin/posts', (route) =>
      route.fulfill({ status: 400, json: { detail: 'x', errors: { body: ['is too odd'] } } }),
    );
    const alert = nextDialog(page);
    await draftButton(page).click();
    await alert;
    await expect(page.getByText('Not valid: body is too odd.')).toBeVisible();
  },
);

test('an address is normalised on blur and on save', LONG, async ({ page, admin, watch }) => {
  watch.expectConsoleError(/400|answered/);
  await page.goto('/admin/posts/new');
  const ours = uniqueTitle();
  await fillIn(page, { title: ours, content: '<p>Text</p>' });
  await address(page).fill('The Salt Roads!');
  await page.keyboard.press('Tab');
  await expect(address(page)).toHaveValue('the-salt-roads');
  const own = ours.replaceAll(' ', '-').toLowerCase();
  await address(page).fill(`Ünïcode Ümlaut ${own}`);
  await saveAsDraft(page);
  const [saved] = await findByTitle(admin.api, ours);
  expect(saved).toMatchObject({ slug: `unicode-umlaut-${own}` });
  await page.goto(`/admin/posts/edit/${saved?.id}`);
  await expect(address(page)).toHaveValue(`unicode-umlaut-${own}`);
  await address(page).fill('…!?');
  const alert = nextDialog(page);
  await draftButton(page).click();
  expect(await alert).toBe(FAILED);
  await expect(page.getByText('This may contain only lower-case letters')).toBeVisible();
  await expect(address(page)).toHaveValue('…!?');
});

test(
  'after a failed save the editor says so until a save succeeds',
  LONG,
  async ({ page, watch }) => {
    watch.expectConsoleError(/500|answered|Failed to (load|fetch)/);
    await page.goto('/admin/posts/new');
    await page.route('**/api/admin/{posts,working-copies/*}', (route) => route.abort());
    await fillIn(page, { title: uniqueTitle(), content: '<p>Precious</p>' });
    const alert = nextDialog(page);
    await draftButton(page).click();
    await alert;
    const state = saveState(page);
    const problem = page.getByRole('alert').filter({ hasText: 'You’re offline.' });
    await expect(state).toHaveText('Draft · Offline');
    await expect(problem).toHaveText(/connected\. Your text is safe in this browser\.$/);
    await content(page).pressSequentially(' and more');
    await expect(state).toHaveText('Draft · Offline');
    expect(await violations(page, 'a failed save')).toEqual([]);
    await page.unrouteAll();
    // What is saved then is the working copy, not the post.
    await page.keyboard.press('Control+s');
    await expect(state).toHaveText(/^Draft · Autosaved /);
    await expect(problem).toHaveCount(0);
    const release = await holdApi(page, 'admin/posts');
    const sent = page.waitForRequest('**/api/admin/posts');
    await draftButton(page).click();
    await expect(problem).toHaveCount(0);
    await sent;
    await content(page).pressSequentially(' still');
    release();
    await expect(page).toHaveURL(/\/admin\/posts\/edit\//);
    await expect(copySaved(page)).toBeVisible();
    await expect(problem).toHaveCount(0);
  },
);

test('a disabled button looks disabled', LONG, async ({ page, admin }) => {
  const post = await admin.createPost();
  await page.goto(`/admin/posts/edit/${post.id}`);
  const look = (button: ReturnType<typeof draftButton>) =>
    button.evaluate((element) => {
      const { color, backgroundColor, borderColor, cursor } = getComputedStyle(element);
      return { color, backgroundColor, borderColor, cursor };
    });
  const enabled = await look(draftButton(page));
  await page.route('**/api/admin/posts/*', () => {});
  await publishButton(page).click();
  await expect(page.getByRole('button', { name: 'Publishing...' })).toBeDisabled();
  const disabled = await look(draftButton(page));
  expect(disabled.cursor).toBe('not-allowed');
  expect(disabled.color).not.toBe(enabled.color);
  expect(disabled.borderColor).not.toBe(enabled.borderColor);
  await draftButton(page).hover({ force: true });
  expect(await look(draftButton(page))).toEqual(disabled);
});

test('the dashboard keeps its view, by the link and after saving', async ({ page, admin }) => {
  const post = await admin.createPost({ published: false });
  const list = `/admin?show=draft&q=${encodeURIComponent(post.title).replaceAll('%20', '+')}`;
  await page.goto(list);
  await page.getByRole('link', { name: `Edit “${post.title}”` }).click();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL(list);
  await expect(page.getByLabel('Search posts')).toHaveValue(post.title);
  await page.getByRole('link', { name: `Edit “${post.title}”` }).click();
  await content(page).fill('<p>Changed</p>');
  await draftButton(page).click();
  await expect(page).toHaveURL(list);
  await expect(page.getByRole('row', { name: post.title })).toBeVisible();
  await page.getByRole('link', { name: 'Admin', exact: true }).click();
  await expect(page).toHaveURL('/admin');
  await page.getByRole('link', { name: 'New Post' }).click();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL('/admin');
});

test.describe('a new post whose response is lost', () => {
  /** The server gets the request, but the browser gets no response. */
  async function loseResponse(page: Page): Promise<void> {
    await page.route(
      '**/api/admin/posts',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
  }

  test('is saved once when it is sent again', async ({ page, admin, watch }) => {
    watch.expectConsoleError(/Failed to (load|fetch)/);
    const ours = uniqueTitle();
    await page.goto('/admin/posts/new');
    await fillIn(page, { title: ours, content: '<p>Text</p>' });
    await loseResponse(page);
    const alert = nextDialog(page);
    await publishButton(page).click();
    await alert;
    expect(await findByTitle(admin.api, ours)).toHaveLength(1);
    await publishButton(page).click();
    await expect(page).toHaveURL('/admin');
    expect(await findByTitle(admin.api, ours)).toMatchObject([{ version: 1 }]);
  });

  test('gets later changes as another version', async ({ page, admin, watch }) => {
    // 422: the key has created a post from another text.
    watch.expectConsoleError(/Failed to (load|fetch)|409|422/);
    const ours = uniqueTitle();
    await page.goto('/admin/posts/new');
    await fillIn(page, { title: ours, content: '<p>Text</p>' });
    await loseResponse(page);
    const alert = nextDialog(page);
    await draftButton(page).click();
    await alert;
    await content(page).fill('<p>Text</p><p>And more</p>');
    await page.keyboard.press('Control+s');
    await expect(copySaved(page)).toBeVisible();
    await saveAsDraft(page);
    const copies: { title: string }[] = await (
      await admin.api.get('/api/admin/working-copies')
    ).json();
    expect(copies.filter((copy) => copy.title === ours)).toEqual([]);
    expect(await findByTitle(admin.api, ours)).toMatchObject([
      { version: 2, content: '<p>Text</p><p>And more</p>' },
    ]);
  });

  test('is recognised after a reload', LONG, async ({ page, admin, watch }) => {
    await cutConnection(page);
    watch.expectConsoleError(/Failed to (load|fetch)|422/);
    const ours = uniqueTitle();
    await page.goto('/admin/posts/new');
    await fillIn(page, { title: ours, content: '<p>Text</p>' });
    await expect(page.locator('[data-local-draft="saved"]')).toBeVisible();
    await loseResponse(page);
    page.on('dialog', (dialog) => void dialog.accept());
    await draftButton(page).click();
    await expect(saveState(page)).toHaveText(/^Draft · (Offline|Not saved)$/);
    await page.reload();
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(title(page)).toHaveValue(ours);
    await content(page).fill('<p>After the reload</p>');
    await draftButton(page).click();
    await expect(page).toHaveURL('/admin');
    expect(await findByTitle(admin.api, ours)).toMatchObject([
      { version: 2, content: '<p>After the reload</p>' },
    ]);
  });

  test('is merged, not overwritten, if it was changed elsewhere', async ({
    page,
    admin,
    watch,
  }) => {
    watch.expectConsoleError(/Failed to (load|fetch)|409|422/);
    const ours = uniqueTitle();
    await page.goto('/admin/posts/new');
    await fillIn(page, { title: ours, content: '<p>Text</p>' });
    await loseResponse(page);
    const alert = nextDialog(page);
    await draftButton(page).click();
    await alert;
    const [created] = (await findByTitle(admin.api, ours)) as unknown as { id: string }[];
    const data = { title: ours, excerpt: 'Changed elsewhere', content: '<p>Text</p>' };
    await admin.api.put(`/api/admin/posts/${created?.id}`, { data });
    await content(page).fill('<p>Typed since</p>');
    await draftButton(page).click();
    await page.getByRole('button', { name: 'Save merged version' }).click();
    await expect(page).toHaveURL('/admin');
    expect(await findByTitle(admin.api, ours)).toMatchObject([
      { version: 3, excerpt: 'Changed elsewhere', content: '<p>Typed since</p>' },
    ]);
  });
});

test('an ended session shows no alert, only the login page', async ({ page, admin, watch }) => {
  watch.expectConsoleError(/401/);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.accept();
  });
  const post = await admin.createPost();
  await page.goto(`/admin/posts/edit/${post.id}`);
  await expect(title(page)).toHaveValue(post.title);
  await admin.api.post('/api/logout');
  await publishButton(page).click();
  await expect(page).toHaveURL('/login');
  // The URL changes first; the page that is left has several such messages.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Login');
  await expect(page.getByRole('status')).toHaveText(/^Your session has ended\./);
  await page.evaluate((token) => localStorage.setItem('token', token), admin.token);
  await page.goto('/admin');
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('status')).toHaveText(/^Your session has ended\./);
  expect(dialogs).toEqual([]);
});

test(
  'without IndexedDB, the form survives an ended session and can be saved later',
  LONG,
  async ({ page, context, admin, watch }) => {
    watch.expectConsoleError(/401|IndexedDB|indexedDB|forbidden/);
    await cutConnection(page);
    await page.addInitScript(() => {
      Object.defineProperty(window, 'indexedDB', {
        get: () => ({
          open: () => {
            throw new Error('indexedDB is forbidden');
          },
        }),
      });
    });
    const post = await admin.createPost();
    await page.goto(`/admin/posts/edit/${post.id}`);
    await content(page).fill('<p>Only here</p>');
    await expect(saveState(page)).toHaveText(/^Published · (Offline|Not saved)$/);
    await admin.api.post('/api/logout');
    const stay = nextDialog(page, 'dismiss');
    await publishButton(page).click();
    expect(await stay).toBe('The server does not have your latest changes. Leave anyway?');
    await expect(page).toHaveURL(`/admin/posts/edit/${post.id}`);
    await expect(publishButton(page)).toBeEnabled();
    await expect(page.getByRole('alert')).toHaveText(
      /^Your session has ended\..* This browser could not keep your text/,
    );
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Log in in another tab' }).click();
    const login = await opened;
    await login.getByLabel('Username').fill('admin');
    await login.getByLabel('Password').fill('a password for tests');
    await login.getByRole('button', { name: 'Login' }).click();
    await expect(login).toHaveURL('/admin');
    await publishButton(page).click();
    await expect(page).toHaveURL('/admin');
    await page.goto(`/admin/posts/edit/${post.id}`);
    await expect(content(page)).toHaveValue('<p>Only here</p>');
  },
);
