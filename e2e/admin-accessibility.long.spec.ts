import type { Page, Response } from '@playwright/test';
import { expect, test, uniqueTitle } from './admin-fixtures.ts';
import { copySaved } from './editor-form.ts';
import { test as asVisitor, hydrated, violationsInThemes } from './fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll } from './screens.ts';
import { SITE, WRITING_SITE } from './sites.ts';

const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung';

type Screen = { name: string; open: (page: Page) => Promise<unknown> };
type Admin = Parameters<Parameters<typeof test>[2]>[0]['admin'];

/** Every admin screen, with content. */
async function screens(admin: Admin): Promise<Screen[]> {
  const title = uniqueTitle(`Long ${LONG_WORD}`);
  const content = `<h2>A heading</h2><p>Some text, a <a href="/about">link</a>, ${LONG_WORD}${LONG_WORD}</p>
    <pre><code>${'const wide = 1; '.repeat(20)}</code></pre>
    <table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>`;
  const fields = { title, excerpt: 'An excerpt', content, tags: ['One', LONG_WORD] };
  const { id } = await admin.createPost({ ...fields, content: '<p>Before</p>', published: false });
  await admin.api.put(`/api/admin/posts/${id}`, { data: { ...fields, published: true } });
  await admin.createPost({ title: `${title} draft`, published: false });
  const trashed = await admin.createPost({ ...fields, title: `${title} trashed` });
  await admin.api.delete(`/api/admin/posts/${trashed.id}`);
  const q = encodeURIComponent(title);
  const rows = (page: Page) => expect(page.getByRole('rowheader').first()).toBeVisible();
  const field = (page: Page) => expect(page.getByLabel('Title*')).toBeVisible();
  return [
    {
      name: 'dashboard',
      open: async (page) => [await page.goto(`/admin?q=${q}`), await rows(page)],
    },
    {
      name: 'trash',
      open: async (page) => [await page.goto(`/admin?show=trash&q=${q}`), await rows(page)],
    },
    {
      name: 'new post',
      open: async (page) => [await page.goto('/admin/posts/new'), await field(page)],
    },
    {
      name: 'editor',
      open: async (page) => [await page.goto(`/admin/posts/edit/${id}`), await field(page)],
    },
    {
      name: 'editor with preview',
      async open(page) {
        await page.goto(`/admin/posts/edit/${id}`);
        await page.getByRole('button', { name: 'Preview', exact: true }).click();
        await expect(
          page.getByRole('region', { name: 'Preview' }).getByRole('article'),
        ).toBeVisible();
      },
    },
    {
      name: 'history',
      async open(page) {
        await page.goto(`/admin/posts/edit/${id}/history`);
        await expect(page.locator('ins, del').first()).toBeVisible();
      },
    },
    {
      name: 'history, as it looked',
      async open(page) {
        await page.goto(`/admin/posts/edit/${id}/history?view=looked`);
        await expect(page.getByText('Before', { exact: true })).toBeVisible();
      },
    },
    {
      name: 'post in the trash',
      async open(page) {
        await page.goto(`/admin/trash/${trashed.id}`);
        await expect(page.getByText('Some text, a')).toBeVisible();
      },
    },
    {
      name: 'editor with suggested tags',
      async open(page) {
        await page.goto('/admin/posts/new');
        await page.getByLabel('Tags').pressSequentially('Donaudampf');
        const suggestions = page.getByRole('listbox', { name: 'Suggestions' });
        await expect(suggestions.getByRole('option')).toBeVisible();
        await page.getByLabel('Tags').press('ArrowDown');
        await expect(suggestions.getByRole('option', { selected: true })).toHaveText(LONG_WORD);
        // What the bar says then is longer.
        await expect(copySaved(page)).toBeVisible();
      },
    },
    {
      name: 'settings',
      async open(page) {
        await page.goto('/admin/settings');
        await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible();
      },
    },
    { name: 'unknown post', open: (page) => openUnknown(page) },
  ];
}

async function openUnknown(page: Page): Promise<void> {
  await page.goto('/admin/posts/edit/01890000-0000-7000-8000-000000000000');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post Not Found');
}

test('axe finds nothing on any admin screen, and none scrolls sideways, down to 320 pixels', async ({
  page,
  admin,
}) => {
  test.slow();
  for (const { name, open } of await screens(admin))
    await test.step(name, async () => {
      await open(page);
      await expectAccessible(page, name);
      await expectNoSidewaysScroll(page, name);
    });
});

asVisitor(
  'axe finds nothing on the login, and it does not scroll sideways, down to 320 pixels',
  async ({ page, watch }) => {
    watch.expectConsoleError(/status of 500|answered 500/);
    await page.goto(`${WRITING_SITE}/login`);
    const button = page.getByRole('button', { name: 'Login' });
    await expect(button).toBeEnabled();
    expect(await violationsInThemes(page, 'login')).toEqual([]);
    await page.route('**/api/login', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password').fill('wrong');
    await button.click();
    await expect(page.getByRole('alert')).not.toBeEmpty();
    expect(await violationsInThemes(page, 'login that failed')).toEqual([]);
    await expectNoSidewaysScroll(page, 'login that failed');
  },
);

test('Admin and Logout cause no layout shift, even at 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto('/about');
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(() => window.layoutShift)).toBeLessThanOrEqual(0.02);
});

/** Strings that only the admin code contains. */
const MARKERS = [
  'Admin Dashboard',
  'Admin Login',
  'Save as Draft',
  'upload-image',
  'Restore this version',
  'Bullet List',
  'indexedDB',
  'Save settings',
];

/** Each script and style sheet, by path. */
async function loadCode(page: Page, paths: Iterable<string>): Promise<Map<string, string>> {
  const load = async (path: string) =>
    [path, await (await page.request.get(new URL(path, page.url()).href)).text()] as const;
  return new Map(await Promise.all([...paths].map(load)));
}

/** Collects the scripts and style sheets that the browser loads. */
function collectCode(page: Page): () => Promise<Map<string, string>> {
  const paths = new Set<string>();
  page.on('response', (response: Response) => {
    const type = response.headers()['content-type'] ?? '';
    const { pathname } = new URL(response.url());
    if (/javascript|css/.test(type) || /\.(js|css)$/.test(pathname)) paths.add(pathname);
  });
  // Why not the responses: the browser forgets their text with the page.
  return () => loadCode(page, paths);
}

/** Loads all scripts and style sheets that the page refers to. */
async function referencedCode(page: Page): Promise<Map<string, string>> {
  const html = await (await page.request.get(page.url())).text();
  const paths = new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)(?=[" ])/g));
  const linked = await page
    .locator('link[rel=modulepreload], link[rel=stylesheet]')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLLinkElement).href).pathname));
  return loadCode(page, [...linked, ...paths]);
}

const markersIn = (code: Map<string, string>) =>
  MARKERS.filter((marker) => [...code.values()].some((text) => text.includes(marker)));

asVisitor('a visitor downloads no admin code', async ({ page }) => {
  const collected = collectCode(page);
  const named = new Map<string, string>();
  const name = async () => {
    for (const [path, text] of await referencedCode(page)) named.set(path, text);
  };
  await page.goto(`${SITE}/`);
  await hydrated(page);
  await name();
  const header = page.getByRole('banner');
  const heading = page.getByRole('heading', { level: 1 });
  await header.getByRole('link', { name: 'Blog' }).click();
  await expect(heading).toHaveText('Blog');
  await name();
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Share This Post' })).toBeAttached();
  await name();
  for (const label of ['About', 'Contact']) {
    await header.getByRole('link', { name: label }).click();
    await expect(heading).toHaveText(label);
    await name();
  }
  const code = await collected();
  expect(code.size).toBeGreaterThan(5);
  expect(named.size).toBeGreaterThan(5);
  expect(markersIn(code)).toEqual([]);
  expect(markersIn(named)).toEqual([]);
  const paths = [...code.keys(), ...named.keys()];
  expect(paths.filter((path) => /admin|login|dashboard|editor|settings/.test(path))).toEqual([]);
});

test('the marker strings are in the admin code', async ({ page, admin }) => {
  const collected = collectCode(page);
  const { id } = await admin.createPost();
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
  await page.goto('/admin/posts/new');
  await expect(page.getByRole('button', { name: 'Bullet List' })).toBeVisible();
  const named = await referencedCode(page);
  expect(markersIn(named)).toContain('Save as Draft');
  expect([...named.keys()].filter((path) => /admin-styles.*\.css$/.test(path))).toHaveLength(1);
  await page.goto(`/admin/posts/edit/${id}/history`);
  await expect(page.getByText('No earlier versions yet.')).toBeVisible();
  await page.goto('/admin/settings');
  await expect(page.getByRole('button', { name: 'Save settings' })).toBeVisible();
  const code = await collected();
  expect(markersIn(code)).toEqual(MARKERS);
});
