import type { APIRequestContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test, uniqueTitle } from './admin-fixtures.ts';
import {
  failApi,
  holdApi,
  hydrated,
  inputForgotten,
  painted,
  recordTexts,
  violations,
  violationsInThemes,
} from './fixtures.ts';
import { LONG, ON_A_PHONE_TOO } from './tags.ts';

type Api = { api: APIRequestContext };

const share = (page: Page) => page.getByRole('button', { name: 'Share a preview' });
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;
/** A phone has it in the menu, whose button gets the focus back. */
const opener = (page: Page) =>
  isPhone(page) ? page.getByRole('button', { name: 'More', exact: true }) : share(page);
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Share a preview' });
const field = (page: Page) => dialog(page).getByLabel('Preview link');
const status = (page: Page) => dialog(page).getByRole('status');

async function createLink({ api }: Api, id: string): Promise<{ id: string; url: string }> {
  const response = await api.post(`/api/admin/posts/${id}/preview-links`);
  expect(response.status()).toBe(201);
  const { id: link, url } = await response.json();
  return { id: link, url: new URL(url).pathname };
}

async function writeCopy({ api }: Api, id: string, form: object): Promise<void> {
  const data = { base_version: 1, form };
  expect((await api.put(`/api/admin/working-copies/${id}`, { data })).status()).toBe(200);
}

async function upload({ api }: Api): Promise<string> {
  const background = { r: Math.floor(Math.random() * 256), g: Date.now() % 256, b: 40 };
  const buffer = await sharp({ create: { width: 640, height: 300, channels: 3, background } })
    .png()
    .toBuffer();
  const file = { name: 'a.png', mimeType: 'image/png', buffer };
  const response = await api.post('/api/admin/upload-image', { multipart: { file } });
  return (await response.json()).url;
}

async function openShare(page: Page): Promise<void> {
  await opener(page).press('Enter');
  if (isPhone(page)) await share(page).press('Enter');
  await expect(dialog(page)).toBeVisible();
}

async function openDialog(page: Page, id: string): Promise<void> {
  await page.goto(`/admin/posts/edit/${id}`);
  await openShare(page);
}

test(
  'a link is made, copied, listed and revoked, in light and dark',
  ON_A_PHONE_TOO,
  async ({ page, admin, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { id, title } = await admin.createPost({ published: false });
    await openDialog(page, id);
    await expect(dialog(page).getByText('None', { exact: true })).toBeVisible();
    await expect(dialog(page).getByLabel('Works for')).toHaveValue('14');
    await dialog(page).getByLabel('Works for').selectOption('7 days');
    const sent = page.waitForRequest(`**/api/admin/posts/${id}/preview-links`);
    await dialog(page).getByRole('button', { name: 'Create link' }).click();
    expect((await sent).postDataJSON()).toEqual({ expires_in_days: 7 });
    await expect(status(page)).toHaveText('The link is ready.');
    const url = await field(page).inputValue();
    expect(url).toMatch(/^http.*\/preview\/[0-9a-f]{48}$/);
    const said = await recordTexts(page, 'dialog button');
    await dialog(page).getByRole('button', { name: 'Copy' }).click();
    await expect(status(page)).toHaveText('Copied.');
    await expect.poll(said).toContain('Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    expect(await violationsInThemes(page, 'share a preview')).toEqual([]);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);

    const path = new URL(url).pathname;
    const friend = await page.context().newPage();
    await friend.goto(path);
    await expect(friend.getByRole('heading', { level: 1 })).toHaveText(title);
    await page.bringToFront();
    const row = dialog(page).getByRole('listitem');
    await expect(row).toHaveCount(1);
    await row.getByRole('button', { name: 'Revoke' }).click();
    await expect(status(page)).toHaveText('The link was revoked.');
    await expect(row.getByRole('button', { name: 'Revoked' })).toBeFocused();
    expect((await friend.goto(path))?.status()).toBe(404);
    await expect(friend.getByText('This preview link does not work.')).toBeVisible();
    await friend.close();

    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(opener(page)).toBeFocused();
    await openShare(page);
    await expect(dialog(page).getByText('None', { exact: true })).toBeVisible();
    await expect(field(page)).toHaveValue('');
  },
);

test(
  'without the clipboard API the link is copied as well',
  LONG,
  async ({ page, admin, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.addInitScript(() => {
      const { clipboard } = navigator;
      Object.assign(window, { readCopied: () => clipboard.readText() });
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
    });
    const { id } = await admin.createPost({ published: false });
    await openDialog(page, id);
    const copy = dialog(page).getByRole('button', { name: 'Copy' });
    await expect(copy).toHaveAttribute('aria-disabled', 'true');
    await dialog(page).getByRole('button', { name: 'Create link' }).click();
    await expect(field(page)).not.toHaveValue('');
    await copy.click();
    await expect(status(page)).toHaveText('Copied.');
    const copied = () =>
      page.evaluate(() => (window as never as { readCopied: () => string }).readCopied());
    expect(await copied()).toBe(await field(page).inputValue());
  },
);

test(
  'the keyboard alone makes a link; late answers move nothing',
  ON_A_PHONE_TOO,
  async ({ page, admin }) => {
    const { id } = await admin.createPost({ published: false });
    await createLink(admin, id);
    const release = await holdApi(page, `admin/posts/${id}/preview-links`);
    await page.goto(`/admin/posts/edit/${id}`);
    await openShare(page);
    await expect(dialog(page).getByText('Loading links...')).toBeVisible();
    const create = dialog(page).getByRole('button', { name: 'Create link' });
    await create.focus();
    await page.keyboard.press('Enter');
    const top = async () => (await create.boundingBox())?.y;
    const before = await top();
    await inputForgotten(page);
    release();
    await expect(dialog(page).getByRole('listitem')).toHaveCount(2);
    expect(await top()).toBe(before);
    await painted(page);
  },
);

test('failures are said, and can be tried again', LONG, async ({ page, admin, watch }) => {
  watch.expectConsoleError(/500|answered/);
  const { id } = await admin.createPost({ published: false });
  await createLink(admin, id);
  await failApi(page, `admin/posts/${id}/preview-links`);
  await openDialog(page, id);
  await expect(dialog(page).getByRole('alert')).toContainText('The links could not be loaded.');
  await dialog(page).getByRole('button', { name: 'Create link' }).click();
  await expect(status(page)).toHaveText(
    'The link could not be created. Check the connection, then try again.',
  );
  await page.unrouteAll();
  await dialog(page).getByRole('button', { name: 'try again' }).click();
  await expect(dialog(page).getByRole('listitem')).toHaveCount(1);
  await failApi(page, `admin/posts/${id}/preview-links/*`);
  await dialog(page).getByRole('button', { name: 'Revoke' }).click();
  await expect(status(page)).toContainText('The link could not be revoked.');
});

test(
  'a new post has no links; the head of the editor is one row',
  ON_A_PHONE_TOO,
  async ({ page, admin }) => {
    await page.goto('/admin/posts/new');
    await expect(page.getByRole('heading', { name: 'Create New Post' })).toBeVisible();
    await expect(share(page)).toHaveCount(0);
    const { id } = await admin.createPost({ published: true });
    await page.goto(`/admin/posts/edit/${id}`);
    await expect(async () => {
      const back = await page.getByRole('link', { name: 'Back to Dashboard' }).boundingBox();
      const box = await opener(page).boundingBox();
      expect(Math.abs((back?.y ?? 0) - (box?.y ?? 0))).toBeLessThan(12);
    }).toPass();
    await openShare(page);
    await expect(dialog(page)).toContainText('This post is public');
  },
);

test('the preview shows the working copy with its pictures, and is not public', async ({
  page,
  admin,
}) => {
  const { id } = await admin.createPost({ published: false });
  const { url } = await createLink(admin, id);
  const [featured, inText] = [await upload(admin), await upload(admin)];
  const title = uniqueTitle('Half done');
  await writeCopy(admin, id, {
    title,
    featured_image: featured,
    featured_image_alt: 'The first picture',
    tags: 'Design, design, New',
    content: `<p>New text</p><p><img src="${inText}" alt="The second picture"></p><p><a href="/about">Away</a></p>`,
  });
  const referrers: Promise<string | null>[] = [];
  page.on('request', (request) => {
    // The site's own fonts are named by styles in the page, whose requests Chromium gives a Referer.
    if (request.resourceType() === 'font') return;
    referrers.push(request.headerValue('referer').catch(() => null));
  });
  const response = await page.goto(url);
  expect(response?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  await hydrated(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page).toHaveTitle(new RegExp(`^${title} · `));
  await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText(
    'This page is not public. Its link works until',
  );
  for (const name of ['The first picture', 'The second picture']) {
    const image = page.getByAltText(name);
    await image.scrollIntoViewIfNeeded();
    await expect
      .poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
  }
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(page.locator('link[rel=canonical], meta[property^="og:"]')).toHaveCount(0);
  expect(await violations(page, 'preview')).toEqual([]);

  await page.getByRole('link', { name: 'Away' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByText('New text')).toBeVisible();
  const sent = await Promise.all(referrers);
  expect(sent.filter((referrer) => referrer?.includes('/preview/'))).toEqual([]);
});

test('once public the link leads to the post, and back to the preview after', async ({
  page,
  admin,
}) => {
  const fields = { title: uniqueTitle(), excerpt: 'An excerpt', content: '<p>Some content</p>' };
  const { id, slug } = await admin.createPost({ ...fields, published: false });
  const { url } = await createLink(admin, id);
  const put = (published: boolean) =>
    admin.api.put(`/api/admin/posts/${id}`, { data: { ...fields, published } });
  await put(true);
  const moved = await admin.api.get(url, { maxRedirects: 0 });
  expect(moved.status()).toBe(307);
  expect(moved.headers()).toMatchObject({
    location: `/blog/${slug}`,
    'cache-control': 'no-store',
  });
  await page.goto(url);
  expect(new URL(page.url()).pathname).toBe(`/blog/${slug}`);
  await put(false);
  await page.goto(url);
  await expect(page.getByText('This page is not public.')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(url);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the preview can be read', async ({ page, admin }) => {
    const { id, title } = await admin.createPost({ published: false });
    const { url } = await createLink(admin, id);
    await writeCopy(admin, id, { content: '<p>Read without scripts</p>' });
    await page.goto(url);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByText('Read without scripts')).toBeVisible();
    await expect(page.getByText('This page is not public.')).toBeVisible();
  });
});
