import { accentColours } from '@longhand/contract/colours/accent';
import { AR } from '@longhand/contract/words/ar';
import { type APIRequestContext, type Locator, request } from '@playwright/test';
import sharp from 'sharp';
import { logIn } from './admin-fixtures.ts';
import { test as base, expect, holdApi, hydrated, violations } from './fixtures.ts';
import { CHANGING_SITE } from './sites.ts';

type Owner = {
  readonly api: APIRequestContext;
  readonly change: (settings: Record<string, unknown>) => Promise<void>;
  readonly createPage: (page: Record<string, unknown>) => Promise<void>;
};

/** Calls of the owner, who is not logged in in the browser. */
const test = base.extend<{ owner: Owner }>({
  baseURL: CHANGING_SITE,
  owner: async ({ baseURL }, use) => {
    const extraHTTPHeaders = { authorization: `Bearer ${await logIn(baseURL)}` };
    const api = await request.newContext({ baseURL: baseURL ?? '', extraHTTPHeaders });
    await use({
      api,
      async change(data) {
        const response = await api.put('/api/admin/settings', { data });
        expect(response.status(), await response.text()).toBe(200);
      },
      async createPage(data) {
        const response = await api.post('/api/admin/pages', { data });
        expect(response.status(), await response.text()).toBe(201);
      },
    });
    await api.dispose();
  },
});

// They change one site.
test.describe.configure({ mode: 'serial' });

const CHANGED = {
  site_name: 'The Garden',
  site_description: 'A year among beans.',
  blog_subtitle: 'Of beans and beetles.',
  contact_email: 'me@garden.example',
  language: 'de',
  accent: '#0b5d3b',
  newsletter_shown: false,
  links: [{ label: 'Mastodon', url: 'https://social.example/@me' }],
};

const UNCHANGED = Object.fromEntries(Object.keys(CHANGED).map((name) => [name, null]));

test.afterEach(({ owner }) => owner.change({ ...UNCHANGED, icon: null, logo: null }));

test('a site shows what its owner has set, on the next request', async ({ page, owner, watch }) => {
  // The list of posts is left before its first picture may have come.
  watch.expectConsoleError(/was preloaded using link preload but not used/);
  await page.goto('/');
  await expect(page.getByRole('banner')).toContainText('Longhand');
  await owner.change(CHANGED);
  await page.goto('/');
  await expect(page).toHaveTitle('The Garden');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('banner').getByRole('link').first()).toHaveText('The Garden');
  await expect(page.getByRole('article').first().locator('time')).toHaveText(
    /^\d+\. [A-Z]\w+ \d+$/,
  );
  await expect(page.getByPlaceholder(/@example/)).toHaveCount(0);
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link')).toHaveText(['Mastodon']);
  await expect(footer).toContainText(
    `© ${new Date().getFullYear()} The Garden. Alle Rechte vorbehalten.`,
  );
  await hydrated(page);
  await page.getByRole('link', { name: 'Blog', exact: true }).click();
  await expect(page.getByText('Of beans and beetles.')).toBeVisible();
  await expect(page).toHaveTitle('Blog · The Garden');
  await page.getByRole('link', { name: 'Über' }).click();
  await expect(page.getByText('The Garden ist ein Blog. A year among beans.')).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Kontakt' }).click();
  await expect(page.getByText(/^Schreib an/)).toHaveText(
    'Schreib an me@garden.example oder sag Hallo auf Mastodon.',
  );
  await owner.change({ links: [] });
  await page.reload();
  await expect(page.getByText(/^Schreib an/)).toHaveText('Schreib an me@garden.example.');
  await expect(footer.getByRole('list')).toHaveCount(0);
});

function colourOf(element: Locator): Promise<string> {
  return element.evaluate((each) => getComputedStyle(each).color);
}

function rgb(hex: string): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return `rgb(${parts.join(', ')})`;
}

const ACCENT = '#8a6d00';

for (const theme of ['light', 'dark'] as const) {
  test(`an accent is on the paper and on shaded places, ${theme}`, async ({ page, owner }) => {
    await owner.change({ accent: ACCENT });
    await owner.createPage({
      title: `Colours, ${theme}`,
      content:
        '<p>A <a href="/blog">link</a>, <mark><a href="/a">marked</a></mark>, <a href="/b"><code>code</code></a></p><aside class="note"><p>A <a href="/c">note</a></p></aside>',
      slug: `colours-${theme}`,
    });
    await page.emulateMedia({ colorScheme: theme });
    await page.goto(`/colours-${theme}`);
    const { accent, accentOnShade } = accentColours(ACCENT)[theme];
    const main = page.getByRole('main');
    const link = main.getByRole('link', { name: 'link', exact: true });
    const note = main.getByRole('link', { name: 'note' });
    await expect.poll(() => colourOf(link)).toBe(rgb(accent));
    await expect.poll(() => colourOf(note)).toBe(rgb(accentOnShade));
    await expect.poll(() => colourOf(main.locator('code'))).toBe(rgb(accentOnShade));
    expect(await violations(page, theme)).toEqual([]);
    await hydrated(page);
    await expect.poll(() => colourOf(link)).toBe(rgb(accent));
    await page.getByRole('button', { name: /light and dark/ }).click();
    const other = accentColours(ACCENT)[theme === 'light' ? 'dark' : 'light'];
    await expect.poll(() => colourOf(link)).toBe(rgb(other.accent));
    await page.getByRole('link', { name: 'Contact', exact: true }).click();
    const address = page.getByRole('link', { name: /@/ });
    await expect.poll(() => colourOf(address)).toBe(rgb(other.accent));
  });
}

test('pages are in the header and the footer, in their order', async ({ page, owner, watch }) => {
  const content = '<p>Beans are in.</p><pre><code>sow()</code></pre>';
  await owner.createPage({ title: 'Now', content, placement: 'header', position: 0 });
  await owner.createPage({ title: 'Imprint', content: '<p>Me.</p>', placement: 'footer' });
  await page.goto('/contact');
  const header = page.getByRole('banner');
  const links = ['Longhand', 'Home', 'Blog', 'Now', 'About', 'Contact'];
  await expect(header.getByRole('link')).toHaveText(links);
  const more = page.getByRole('contentinfo').getByRole('navigation', { name: 'More pages' });
  await expect(more.getByRole('link')).toHaveText(['Imprint']);
  await hydrated(page);
  const release = await holdApi(page, 'pages/*');
  await header.getByRole('link', { name: 'Now' }).click();
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Now');
  await expect(page).toHaveTitle('Now · Longhand');
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeAttached();
  await expect(page.getByText('Write to')).toHaveCount(0);
  expect(watch.requests).toEqual(['GET /api/pages/now']);
  await page.reload();
  await expect(page.getByText('Beans are in.')).toBeVisible();
  await hydrated(page);
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeAttached();
  await page.goBack();
  await expect(page.getByText(/^Write to/)).toBeVisible();
  expect(await violations(page, 'contact')).toEqual([]);
  for (const { id, slug } of await (await owner.api.get('/api/admin/pages')).json())
    if (!['about', 'contact'].includes(slug)) await owner.api.delete(`/api/admin/pages/${id}`);
});

test('a page that is gone says so', async ({ page, owner, watch }) => {
  watch.expectConsoleError(/status of 404/);
  await owner.createPage({ title: 'Gone', content: '<p>Soon.</p>', placement: 'footer' });
  await page.goto('/about');
  await hydrated(page);
  const [gone] = (await (await owner.api.get('/api/admin/pages')).json()).filter(
    ({ slug }: { slug: string }) => slug === 'gone',
  );
  await owner.api.delete(`/api/admin/pages/${gone.id}`);
  await page.getByRole('link', { name: 'Gone' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found');
  expect((await page.goto('/gone'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found');
});

test('a logo stands in place of the name, as high as that', async ({ page, owner }) => {
  await page.goto('/about');
  const brand = page.getByRole('banner').getByRole('link').first();
  const name = await brand.boundingBox();
  const green = {
    create: { width: 1200, height: 400, channels: 3, background: '#0b5d3b' },
  } as const;
  const buffer = await sharp(green).png().toBuffer();
  const file = { name: 'logo.png', mimeType: 'image/png', buffer };
  const upload = await owner.api.post('/api/admin/upload-image', { multipart: { file } });
  const { url } = await upload.json();
  await owner.change({ logo: new URL(url, CHANGING_SITE).pathname });
  await page.goto('/about', { waitUntil: 'networkidle' });
  const logo = page.getByRole('banner').getByRole('img', { name: 'Longhand' });
  const box = await logo.boundingBox();
  expect(box?.height).toBeCloseTo(name?.height ?? 0, 0);
  expect(box?.width).toBeCloseTo((name?.height ?? 0) * 3, -1);
  const source = await logo.evaluate((image: HTMLImageElement) => image.currentSrc);
  expect(source).toContain('/320/');
  expect(await violations(page, 'logo')).toEqual([]);
});

test('a language that is written from right to left turns the pages, not the dashboard', async ({
  page,
  owner,
}) => {
  await owner.change({ language: 'ar' });
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const [home, blog] = await Promise.all(
    (['header.home', 'header.blog'] as const).map((key) =>
      page.getByRole('banner').getByRole('link', { name: AR[key], exact: true }).boundingBox(),
    ),
  );
  expect(home?.x).toBeGreaterThan(blog?.x ?? 0);
  await page.goto('/contact');
  for (const part of ['main p', 'footer p'])
    await expect(page.locator(part).last()).toHaveCSS('direction', 'rtl');
  await page.goto('/login');
  await expect(page.locator('html')).not.toHaveAttribute('dir');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Home' })).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('pages and settings are there, too', async ({ page, owner }) => {
    await owner.change(CHANGED);
    await page.goto('/contact');
    await expect(page.getByText(/^Schreib an/)).toContainText('me@garden.example');
    await page.getByRole('banner').getByRole('link', { name: 'Über' }).click();
    await expect(page.getByText('The Garden ist ein Blog.')).toBeVisible();
  });
});
