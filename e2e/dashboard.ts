import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expect } from './admin-fixtures.ts';
import { painted } from './fixtures.ts';

const SUMMARIES = /\/api\/admin\/posts\?view=summary$/;
export const EMPTY = 'No posts yet. Create your first post!';

type Entry = { title: string; published?: boolean; created_at?: string } & Record<string, unknown>;

export function entry(fields: Entry, index: number) {
  return {
    id: `01890000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    slug: `post-${index}`,
    excerpt: 'An excerpt',
    tags: [],
    meta_title: null,
    meta_description: null,
    published: true,
    featured_image: null,
    featured_image_alt: null,
    created_at: '2026-01-01T12:00:00.000Z',
    updated_at: '2026-01-01T12:00:00.000Z',
    published_at: null,
    publish_at: null,
    reading_minutes: 1,
    version: 1,
    ...fields,
  };
}

/** In the navigation of the dashboard. */
export const adminLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name, exact: true });

/** Makes the dashboard independent of posts that other tests write. */
export async function listOnly(page: Page, posts: Entry[], trash: Entry[] = []): Promise<void> {
  await page.route(SUMMARIES, (route) => route.fulfill({ json: posts.map(entry) }));
  await page.route('**/api/admin/working-copies', (route) => route.fulfill({ json: [] }));
  await page.route('**/api/admin/trash*', (route) =>
    route.fulfill({ json: trash.map((post, index) => entry(post, 9000 + index)) }),
  );
}

/** Where the page is once it no longer scrolls. */
export async function restingScroll(page: Page): Promise<number> {
  let before = -1;
  await expect
    .poll(async () => {
      const last = before;
      // What the compositor has scrolled is known with the next frame.
      await painted(page);
      before = await page.evaluate(() => window.scrollY);
      return before - last;
    })
    .toBe(0);
  return before;
}

export const rowOf = (page: Page, title: string) => page.getByRole('row', { name: title });
export const titles = (page: Page) => page.getByRole('rowheader');
export const show = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Show' }).getByRole('button', { name });

/** An action in the menu of a row. */
export async function choose(row: Locator, action: string): Promise<void> {
  await row.getByRole('button', { name: 'More actions' }).click();
  await row.getByRole('button', { name: action }).click();
}

export async function typeInto(field: Locator, text: string): Promise<void> {
  await field.press('ControlOrMeta+a');
  await field.press('Delete');
  await field.pressSequentially(text);
}

export async function openDashboard(page: Page, title: string): Promise<void> {
  await page.goto(`/admin?q=${encodeURIComponent(title)}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
}

/** Where the post is visible without a token. */
export async function visibility(request: APIRequestContext, slug: string, tag: string) {
  const [page, posts, tags] = await Promise.all([
    request.get(`/blog/${slug}`),
    request.get('/api/posts'),
    request.get('/api/tags'),
  ]);
  return {
    page: page.status(),
    listed: ((await posts.json()) as { slug: string }[]).some((post) => post.slug === slug),
    tagged: ((await tags.json()) as { tags: string[] }).tags.includes(tag),
  };
}

export const PUBLIC = { page: 200, listed: true, tagged: true };
export const HIDDEN = { page: 404, listed: false, tagged: false };

export const FOUR: [Entry, Entry, Entry, Entry] = [
  { title: 'Tides', created_at: '2026-01-02T12:00:00.000Z' },
  { title: 'apple 10', created_at: '2026-01-04T12:00:00.000Z', published: false },
  { title: 'Apple 2', created_at: '2026-01-01T12:00:00.000Z', excerpt: 'On the MOON' },
  { title: 'Bread', created_at: '2026-01-03T12:00:00.000Z', tags: ['Kitchen'] },
];
export const TWO_DELETED: Entry[] = [
  {
    title: 'Old, deleted late',
    created_at: '2025-01-01T12:00:00.000Z',
    deleted_at: '2026-02-02T12:00:00.000Z',
  },
  {
    title: 'New, deleted early',
    created_at: '2025-12-01T12:00:00.000Z',
    deleted_at: '2026-02-01T12:00:00.000Z',
  },
];
