import { readFileSync } from 'node:fs';
import { DE } from '@longhand/contract/words/de';
import type { Locator, Page } from '@playwright/test';
import { SAMPLE_POSTS } from '../api/sample-content/posts.ts';
import { temporaryFolder } from '../test-support/cleanup.ts';
import { type Crawled, crawl } from '../test-support/crawl.ts';
import { startSite } from '../test-support/site.ts';
import { picture } from '../test-support/uploads.ts';
import { adminLink, EMPTY, titles } from './dashboard.ts';
import { saveState, title } from './editor-form.ts';
import { test as base, expect as baseExpect, painted, violations } from './fixtures.ts';
import { PASSWORD } from './sites.ts';
import { focusText, showVisual, text } from './visual-text.ts';

/** On a blog of its own that was started for the first time. */
const test = base.extend({
  baseURL: async ({ browserName: _ }, use) => {
    const site = await startSite(temporaryFolder(), { ADMIN_PASSWORD: PASSWORD });
    await use(`http://localhost:${site.port}`);
    await site.stop();
  },
});

// A whole site, from its first start.
test.describe.configure({ timeout: 900_000 });

/** Nine posts are restored, the first of them by a server that has rendered nothing yet. */
const expect = baseExpect.configure({ timeout: 60_000 });

const steps = (page: Page) => page.getByRole('region', { name: 'First steps' });

async function logIn(page: Page): Promise<void> {
  await page.goto('/login');
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
}

async function removeSamples(page: Page): Promise<void> {
  const remove = steps(page).getByRole('button', { name: 'Remove the sample posts' });
  await expect(titles(page)).toHaveCount(SAMPLE_POSTS.length);
  await remove.click();
  await expect(page.getByRole('status')).toHaveText('9 sample posts are in the trash.');
  await expect(page.getByText(EMPTY)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('status')).toHaveText('Restored 9 sample posts.');
  await expect(titles(page)).toHaveCount(SAMPLE_POSTS.length);
  await remove.click();
  await expect(page.getByText(EMPTY)).toBeVisible();
}

async function choosePicture(field: Locator, name: string, colour: string): Promise<void> {
  const buffer = await picture(256, 256, colour).png().toBuffer();
  await field.setInputFiles({ name, mimeType: 'image/png', buffer });
}

async function fillInSettings(page: Page): Promise<void> {
  await steps(page).getByRole('link', { name: 'Name your site' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await page.getByLabel('Site name').fill('Marthas Garten');
  await page.getByLabel('Description', { exact: true }).fill('Was in einem kleinen Garten wächst.');
  await page.getByLabel('Blog subtitle').fill('Notizen aus dem Beet.');
  await page.getByLabel('Contact address').fill('martha@garten.test');
  await page.getByLabel('Language', { exact: true }).selectOption('de');
  for (const name of ['Instagram', 'Twitter', 'Tumblr', 'Pinterest'])
    await page.getByLabel(name, { exact: true }).fill('');
  await page.getByRole('button', { name: 'Add a link' }).click();
  await page.getByLabel('Label', { exact: true }).fill('Mastodon');
  await page.getByLabel('Address', { exact: true }).fill('https://social.garten.test/@martha');
  await page.getByLabel('Accent colour').fill('#1d6b3a');
  await page.getByLabel('Show the newsletter block').uncheck();
  await page.getByRole('checkbox', { name: 'Statistics' }).check();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Saved. Your changes are live.')).toBeVisible();
  await choosePicture(page.getByLabel('Icon', { exact: true }), 'icon.png', '#1d6b3a');
  await expect(page.getByText('The icon was saved and is live.')).toBeVisible();
  await choosePicture(page.getByLabel('Logo', { exact: true }), 'logo.png', '#2a4d14');
  await expect(page.getByText('The logo was saved and is live.')).toBeVisible();
  await adminLink(page, 'Posts').click();
  await steps(page).getByText('3 done').click();
  await expect(steps(page).locator('details')).toContainText(
    'Name your site, and switch on statisticsAdd your contact address and social linksSet up the newsletter, or hide the sign-up form',
  );
}

/** In the visual mode. */
async function write(page: Page, words: string): Promise<void> {
  await showVisual(page);
  await focusText(page);
  await page.keyboard.press('ControlOrMeta+a');
  await painted(page);
  await page.keyboard.type(words);
  await expect(text(page)).toHaveText(words);
}

async function writeAbout(page: Page): Promise<void> {
  await steps(page).getByRole('link', { name: 'write about yourself' }).click();
  await expect(title(page)).toHaveValue(DE['about-page.title']);
  await write(page, 'Ich bin Martha und gärtnere seit dreißig Jahren.');
  await page.getByRole('button', { name: 'Save page' }).click();
  await expect(saveState(page)).toContainText('Saved');
  await page.goto('/admin');
}

async function writeFirstPost(page: Page): Promise<void> {
  await steps(page).getByRole('button', { name: 'Write visually' }).click();
  await title(page).fill('Der erste Krokus');
  await page.getByLabel('Excerpt*').fill('Er ist früh dran.');
  await write(page, 'Gelb, und ganz allein im Schnee.');
  await page.getByLabel('Tags').fill('Garten');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  // The editor has several such messages, and stays until the post is saved.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
  await expect(page.getByRole('status')).toHaveText('Saved. “Der erste Krokus” is public');
}

async function makeBackup(page: Page): Promise<void> {
  const download = page.waitForEvent('download');
  await steps(page).getByRole('button', { name: 'Make backups' }).click();
  await (await download).path();
  await expect(steps(page)).toContainText('Download started.');
}

const FOLDER = new URL('../api/sample-content/', import.meta.url);

/** Every sentence of the samples that is long enough to be nobody else's. */
function sampleWords(): string[] {
  const parts = SAMPLE_POSTS.flatMap(({ file, ...post }) => [
    post.title,
    post.excerpt,
    post.metaTitle ?? '',
    post.metaDescription ?? '',
    post.imageAlt ?? '',
    ...readFileSync(new URL(file, FOLDER), 'utf8').split(/<[^>]*>|\n|\{\{.*?\}\}/),
  ]);
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part.length > 20))];
}

const DEFAULT_WORDS = [
  /Longhand/,
  /thoughts on technology, design, and life/i,
  /technology, finance, science/i,
  /hello@example\.com/,
  /\b(x|tumblr|instagram|pinterest)\.com/,
];

/** Addresses to share a post with; they are the reader's, not the site's. */
const SHARE_LINKS = /https:\/\/(x\.com\/intent\/post|www\.pinterest\.com\/pin\/create\/button)/g;

const STARTS = [
  ...['/', '/about', '/contact', '/sitemap.xml', '/robots.txt', '/manifest.webmanifest'],
  ...['/.well-known/security.txt', '/feed.xml', '/atom.xml', '/feed.json'],
  ...['/feed.xml?tag=Garten', '/atom.xml?tag=Garten', '/feed.json?tag=Garten'],
  ...['/favicon.ico', '/icon.svg', '/apple-touch-icon.png', '/icon-192.png', '/icon-512.png'],
  ...['/api/site', '/api/posts', '/api/posts?view=summary', '/api/tags', '/api/pages/about'],
  ...['/api/pages/contact', '/api/posts/der-erste-krokus', '/blog/der-erste-krokus'],
];

/** What is written for readers and machines; the code of the dashboard has the defaults. */
function isText({ type }: Crawled): boolean {
  return /html|xml|json|text\/plain|svg/.test(type);
}

function findLeftovers(pages: ReadonlyMap<string, Crawled>): string[] {
  const words = sampleWords();
  expect(words.length).toBeGreaterThan(100);
  return [...pages].flatMap(([path, crawled]) => {
    if (!isText(crawled)) return [];
    const body = crawled.body.replaceAll(SHARE_LINKS, '');
    const found = words.filter((word) => body.includes(word));
    const defaults = DEFAULT_WORDS.flatMap((pattern) => pattern.exec(body)?.[0] ?? []);
    return [...found, ...defaults].map((word) => `${path}: ${word}`);
  });
}

test('a fresh start becomes a site of one’s own in the browser alone', async ({
  page,
  baseURL,
}) => {
  const icon = await (await page.request.get('/icon-192.png')).body();
  const home = {
    status: 200,
    type: 'text/html',
    body: await (await page.request.get('/')).text(),
  };
  // So the search finds what it looks for.
  expect(findLeftovers(new Map([['/', home]])).length).toBeGreaterThan(5);
  await logIn(page);
  await expect(steps(page).getByRole('listitem')).toHaveCount(6);
  expect(await violations(page, 'a fresh dashboard')).toEqual([]);
  await removeSamples(page);
  await fillInSettings(page);
  await writeAbout(page);
  await writeFirstPost(page);
  await makeBackup(page);
  await expect(async () => {
    await page.goto('/admin');
    await expect(titles(page)).toHaveText(['Der erste Krokus']);
    await expect(steps(page)).toHaveCount(0, { timeout: 1_000 });
  }).toPass();

  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('banner').getByRole('img', { name: 'Marthas Garten' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Mastodon' }).first()).toBeVisible();
  const pages = await crawl(baseURL ?? '', STARTS);
  expect([...pages].filter(([, { status }]) => status !== 200).map(([path]) => path)).toEqual([]);
  expect([...pages.keys()].some((path) => path.startsWith('/social/'))).toBe(true);
  expect(findLeftovers(pages)).toEqual([]);
  expect(JSON.parse(pages.get('/api/tags')?.body ?? '')).toEqual({ tags: ['Garten'] });
  expect(pages.get('/about')?.body).toContain('Ich bin Martha');
  expect(await (await page.request.get('/icon-192.png')).body()).not.toEqual(icon);
});
