import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { test as base, expect, nextDialog, uniqueTitle } from './admin-fixtures.ts';
import { content, PICTURE, saveState, title } from './editor-form.ts';
import { hydrated, painted, violationsInThemes } from './fixtures.ts';
import { EMPTY_SITE } from './sites.ts';
import { LONG, LONG_ON_A_PHONE_TOO } from './tags.ts';
import { openDevice } from './unsaved-work.ts';
import { showView } from './visual-text.ts';

type StoredPage = { id: string; slug: string; title: string; content: string; version: number };

type Pages = {
  create: (fields?: Record<string, unknown>) => Promise<StoredPage>;
  find: (title: string) => Promise<StoredPage | undefined>;
  api: APIRequestContext;
};

const ABOUT = '00000000-0000-7000-8000-00000000ab01';

/** All tests write on one site: what one of them has added is deleted after it. */
const test = base.extend<{ pages: Pages }>({
  pages: async ({ admin: { api } }, use) => {
    const list = async (): Promise<StoredPage[]> => (await api.get('/api/admin/pages')).json();
    await use({
      api,
      find: async (wanted) => (await list()).find((page) => page.title === wanted),
      async create(fields = {}) {
        const data = { title: uniqueTitle('A page'), content: '<p>Some content</p>', ...fields };
        const response = await api.post('/api/admin/pages', { data });
        expect(response.status(), await response.text()).toBe(201);
        return response.json();
      },
    });
    for (const page of await list())
      if (page.title.includes(`${process.pid}-`)) await api.delete(`/api/admin/pages/${page.id}`);
  },
});

function row(page: Page, name: string): Locator {
  return page.getByRole('row', { name });
}

async function openPage(page: Page, { id }: { id: string }): Promise<void> {
  await page.goto(`/admin/pages/edit/${id}`);
  await expect(content(page)).not.toHaveValue('');
  await showView(page, 'HTML');
}

async function savePage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save page' }).click();
  await expect(saveState(page)).toHaveText(/^Published · Saved /);
}

test('the list shows every page, and About and Contact say why they stay', async ({
  page,
  pages,
}) => {
  const own = await pages.create();
  await page.goto('/admin/pages');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pages');
  await expect(row(page, 'About')).toContainText('/about');
  await expect(row(page, 'About')).toContainText('Header');
  await expect(row(page, 'About')).toContainText('Built-in page');
  await expect(row(page, 'Contact').getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await expect(row(page, own.title)).toContainText('Not linked');
  await expect(row(page, own.title).getByRole('button', { name: 'Move up' })).toHaveCount(0);
  await row(page, own.title).getByRole('link', { name: 'View' }).click();
  await expect(page).toHaveURL(`/${own.slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(own.title);
});

test('a new page is written in the visual mode, with a picture, and is public at once', async ({
  page,
  pages,
}) => {
  const name = uniqueTitle('Écrit à la main');
  await page.goto('/admin/pages');
  await page.getByRole('link', { name: 'New page' }).click();
  await expect(title(page)).toBeFocused();
  await title(page).fill(name);
  await expect(page.getByLabel('Address*')).toHaveValue(/^ecrit-a-la-main-/);
  const text = page.getByRole('textbox', { name: 'Content', exact: true });
  await text.click();
  await text.pressSequentially('Written as it looks');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Image', exact: true }).click();
  await (await choosing).setFiles(PICTURE);
  await expect(text.locator('img[src^="/uploads/"]')).toBeVisible();
  await savePage(page);
  await expect(page).toHaveURL(/\/admin\/pages\/edit\//);
  await expect(page.getByRole('button', { name: 'Save page' })).toBeFocused();
  const saved = await pages.find(name);
  expect(saved?.content).toContain('<p>Written as it looks</p>');
  expect(saved?.content).toContain('/uploads/');
  await page.getByRole('link', { name: 'View', exact: true }).click();
  await expect(page).toHaveURL(`/${saved?.slug}`);
  // The address changes before the editor is gone.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.getByText('Written as it looks')).toBeVisible();
  await expect(page.locator('article img, main img').first()).toBeVisible();
});

test(
  'addresses that are taken are refused with a sentence as one types',
  LONG,
  async ({ page, pages }) => {
    const own = await pages.create();
    await page.goto('/admin/pages/new');
    await title(page).fill('Blog');
    const address = page.getByLabel('Address*');
    await expect(address).toHaveValue('blog');
    await expect(page.getByText('“blog” is reserved for the site itself.')).toBeVisible();
    await showView(page, 'HTML');
    await content(page).fill('<p>x</p>');
    await page.getByRole('button', { name: 'Save page' }).click();
    await expect(address).toBeFocused();
    await address.fill(own.slug);
    await expect(page.getByText(`The page “${own.title}” already has the address`)).toBeVisible();
    await address.fill(`My own ${process.pid}`);
    await address.blur();
    await expect(address).toHaveValue(`my-own-${process.pid}`);
    await expect(page.getByText('Choose another.')).toHaveCount(0);
    // What was typed is on the server, and no page.
    await page.getByRole('link', { name: 'Back to Pages' }).click();
    const unfinished = page.getByRole('complementary', { name: 'Unsaved pages' });
    const entry = unfinished.getByRole('listitem').filter({ hasText: '“Blog”' });
    expect(await pages.find('Blog')).toBeUndefined();
    await entry.getByRole('link', { name: 'Continue' }).click();
    await expect(address).toHaveValue(`my-own-${process.pid}`);
    await expect(content(page)).toHaveValue('<p>x</p>');
    await page.getByRole('link', { name: 'Back to Pages' }).click();
    const question = nextDialog(page);
    await entry.getByRole('button', { name: 'Delete' }).click();
    expect(await question).toBe('Delete this unsaved page for good?');
    await expect(page.getByText('Deleted “Blog”.')).toBeVisible();
    await expect(entry).toHaveCount(0);
  },
);

test(
  'a deleted page comes back with Undo, and from the fold of deleted pages',
  LONG,
  async ({ page, pages }) => {
    const own = await pages.create();
    await page.goto('/admin/pages');
    const heading = page.getByRole('heading', { level: 1 });
    await row(page, own.title).getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(`Moved “${own.title}” to the trash.`)).toBeVisible();
    await expect(row(page, own.title)).toHaveCount(0);
    await expect(heading).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(`Restored “${own.title}”.`)).toBeVisible();
    await expect(row(page, own.title)).toBeVisible();
    await expect(heading).toBeFocused();

    await row(page, own.title).getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await page.reload();
    await page.getByText('Recently deleted').click();
    await page.getByRole('button', { name: `Restore “${own.title}”` }).click();
    await expect(row(page, own.title)).toBeVisible();
  },
);

test('Ctrl+S keeps the text on the server, and another device takes it up; readers see nothing of it', async ({
  page,
  pages,
  browser,
}) => {
  const own = await pages.create({ placement: 'none', position: 7 });
  await openPage(page, own);
  await content(page).fill('<p>Half a sen</p>');
  await page.keyboard.press('Control+s');
  await expect(saveState(page)).toHaveText('Published · private changes');
  expect((await pages.find(own.title))?.content).toBe('<p>Some content</p>');
  await page.reload();
  await expect(content(page)).toHaveValue('<p>Half a sen</p>');
  await expect(saveState(page)).toHaveText('Published · private changes');

  // Moved meanwhile: what is being written does not move it back.
  const place = { placement: 'footer', position: 9 };
  await pages.api.put(`/api/admin/pages/${own.id}`, { data: place });
  const other = await openDevice(browser);
  await openPage(other, own);
  await expect(content(other)).toHaveValue('<p>Half a sen</p>');
  await content(other).fill('<p>Half a sentence more</p>');
  await savePage(other);
  expect(await pages.find(own.title)).toMatchObject({
    content: '<p>Half a sentence more</p>',
    ...place,
  });
  expect(await (await pages.api.get(`/api/admin/page-working-copies?id=${own.id}`)).json()).toEqual(
    [],
  );
  await other.context().close();
});

test(
  'two devices: what the other one has written is compared, and nothing is overwritten',
  LONG,
  async ({ page, pages, watch }) => {
    watch.expectConsoleError(/409/);
    const own = await pages.create();
    await openPage(page, own);
    const theirs = { base_version: own.version, form: { meta_description: 'Theirs' } };
    await pages.api.put(`/api/admin/page-working-copies/${own.id}`, { data: theirs });
    await content(page).fill('<p>Mine</p>');
    await page.keyboard.press('Control+s');
    const conflict = page.getByRole('region', { name: 'This page was changed elsewhere' });
    await expect(conflict).toContainText('The page itself is unchanged.');
    await conflict.getByRole('button', { name: 'Use merged version' }).click();
    await expect(saveState(page)).toHaveText('Published · private changes');
    await expect(content(page)).toHaveValue('<p>Mine</p>');
    await expect(page.getByLabel('Meta Description')).toHaveValue('Theirs');
    const question = nextDialog(page);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    expect(await question).toContain('The form will show the page as it was saved.');
    await expect(content(page)).toHaveValue('<p>Some content</p>');
    await expect(page.getByText('Changes discarded.')).toBeVisible();
  },
);

test('a save that fails keeps the form', LONG, async ({ page, pages, watch }) => {
  watch.expectConsoleError(/500/);
  const own = await pages.create();
  await openPage(page, own);
  await content(page).fill('<p>Dear</p>');
  const path = `**/api/admin/pages/${own.id}`;
  await page.route(path, (route) => route.fulfill({ status: 500, body: '{}' }));
  const said = nextDialog(page);
  await page.getByRole('button', { name: 'Save page' }).click();
  expect(await said).toBe('Failed to save page. Please try again.');
  await expect(page.getByRole('alert')).toHaveText(
    /Your text is (safe in this browser|autosaved)\.$/,
  );
  await expect(content(page)).toHaveValue('<p>Dear</p>');
  await page.unroute(path);
  await savePage(page);
});

test('a page that was changed elsewhere is not overwritten', async ({ page, pages, watch }) => {
  watch.expectConsoleError(/409/);
  const own = await pages.create();
  await openPage(page, own);
  await content(page).fill('<p>Mine</p>');
  const theirs = { content: '<p>Theirs</p>', meta_description: 'Theirs, too' };
  await pages.api.put(`/api/admin/pages/${own.id}`, { data: theirs });
  await page.getByRole('button', { name: 'Save page' }).click();
  const conflict = page.getByRole('region', { name: 'This page was changed elsewhere' });
  await expect(conflict.getByRole('heading')).toBeFocused();
  await expect(conflict.locator('del').first()).toContainText('Theirs');
  await expect(conflict.locator('ins').first()).toContainText('Mine');
  await expect(content(page)).toHaveValue('<p>Mine</p>');
  expect((await pages.find(own.title))?.content).toBe('<p>Theirs</p>');
  await conflict.getByRole('button', { name: 'Use the saved version' }).click();
  await expect(content(page)).toHaveValue('<p>Theirs</p>');
  const offer = page.getByRole('complementary', { name: 'Unsaved changes' });
  await offer.getByRole('button', { name: 'Restore' }).click();
  await expect(content(page)).toHaveValue('<p>Mine</p>');
  await page.getByRole('button', { name: 'Save page' }).click();
  await conflict.getByRole('button', { name: 'Save merged version' }).click();
  await expect(conflict).toHaveCount(0);
  expect(await pages.find(own.title)).toMatchObject({
    content: '<p>Mine</p>',
    meta_description: 'Theirs, too',
  });
});

test('an earlier version can be read and restored', LONG, async ({ page, pages }) => {
  const own = await pages.create();
  await pages.api.put(`/api/admin/pages/${own.id}`, { data: { content: '<p>Later</p>' } });
  await openPage(page, own);
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.locator('del').first()).toContainText('Some content');
  await page.getByRole('button', { name: 'As it looked' }).click();
  await expect(page.getByRole('article')).toContainText('Some content');
  await page.getByRole('button', { name: 'Restore this version' }).click();
  await expect(content(page)).toHaveValue('<p>Some content</p>');
  await expect(page.getByText('was restored as private changes.')).toBeVisible();
  expect(await pages.find(own.title)).toMatchObject({ content: '<p>Later</p>' });
});

test('a link to a page of the site is not called dead', LONG, async ({ page, pages, admin }) => {
  const own = await pages.create();
  const post = await admin.createPost({
    content: `<p><a href="/${own.slug}">There</a></p>\n<p><a href="/no-such-page">Nowhere</a></p>`,
  });
  await page.goto(`/admin/posts/edit/${post.id}`);
  await page.getByText('to check before publishing').click();
  const checks = page.getByRole('button', { name: /leads nowhere/ });
  await expect(checks).toHaveCount(1);
  await expect(checks).toContainText('/no-such-page');
});

test(
  'axe finds nothing in the list and the editor of pages, light and dark',
  LONG_ON_A_PHONE_TOO,
  async ({ page, pages }) => {
    const own = await pages.create({ title: uniqueTitle(`Long ${'unbroken'.repeat(12)}`) });
    await page.goto('/admin/pages');
    await expect(row(page, own.title)).toBeVisible();
    await page.getByText('Recently deleted').click();
    expect(await violationsInThemes(page, 'list')).toEqual([]);
    const excess = () =>
      page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await excess()).toBeLessThanOrEqual(0);
    await openPage(page, own);
    expect(await violationsInThemes(page, 'editor')).toEqual([]);
    expect(await excess()).toBeLessThanOrEqual(0);
  },
);

test.describe('on a site of its own, whose links no other journey counts', () => {
  test.use({ baseURL: EMPTY_SITE });

  test('About is edited, hidden and shown again; pages move in the footer', async ({
    page,
    pages,
  }) => {
    const first = await pages.create({ placement: 'footer' });
    const second = await pages.create({ placement: 'footer' });
    const header = page.getByRole('banner');
    const footer = page.getByRole('contentinfo');

    await openPage(page, { id: ABOUT });
    await expect(page.getByText('This is the default text.')).toBeVisible();
    await expect(page.getByLabel('Address*')).toHaveJSProperty('readOnly', true);
    const original = await content(page).inputValue();
    await content(page).fill('<p>I keep bees.</p>');
    await page.getByRole('radio', { name: 'Not linked' }).check();
    await savePage(page);
    await expect(page.getByText('This is the default text.')).toHaveCount(0);
    await expect(header.getByRole('link', { name: 'About' })).toHaveCount(0);
    await page.goto('/about');
    await expect(page.getByText('I keep bees.')).toBeVisible();
    await openPage(page, { id: ABOUT });
    await content(page).fill(original);
    await page.getByRole('radio', { name: 'Header' }).check();
    await savePage(page);
    await expect(header.getByRole('link', { name: 'About' })).toBeVisible();

    await page.goto('/admin/pages');
    const order = () => footer.getByRole('link', { name: /^A page / }).allTextContents();
    await expect.poll(order).toEqual([first.title, second.title]);
    const up = row(page, second.title).getByRole('button', { name: 'Move up' });
    await up.click();
    await expect(page.getByText(`Moved “${second.title}” up.`)).toBeVisible();
    await expect(up).toBeFocused();
    await expect(up).toHaveAttribute('aria-disabled', 'true');
    await expect.poll(order).toEqual([second.title, first.title]);
    await painted(page);
  });
});

test('a link to a renamed page leads to its new address, without a new document', async ({
  page,
  pages,
}) => {
  const own = await pages.create({ placement: 'footer' });
  await page.goto('/blog');
  await hydrated(page);
  const slug = `${own.slug}-renamed`.slice(-60).replace(/^-+/, '');
  const renamed = await pages.api.put(`/api/admin/pages/${own.id}`, { data: { slug } });
  expect(renamed.status(), await renamed.text()).toBe(200);
  const document = await page.evaluateHandle('document');
  // By key: while cards above get their height, the footer moves away from the pointer.
  await page.getByRole('contentinfo').getByRole('link', { name: own.title }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(own.title);
  await expect(page).toHaveURL(`/${slug}`);
  expect(await document.evaluate((before) => before === window.document)).toBe(true);
  await page.goto(`/${own.slug}`);
  await expect(page).toHaveURL(`/${slug}`);
});
