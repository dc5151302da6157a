import type { Page, Request } from '@playwright/test';
import { expect } from './admin-fixtures.ts';

const DEFAULTS = {
  site_name: 'Longhand',
  site_description: 'Thoughts on technology, design, and life.',
  blog_subtitle: 'Thoughts on technology, design, and life.',
  contact_email: 'hello@example.com',
  time_zone: 'UTC',
  language: 'en-US',
  accent: '#97371a',
  newsletter_shown: true,
  offline_reading: true,
  thin_versions: false,
  smart_punctuation: true,
  statistics: false,
  words: {} as Record<string, string>,
  links: [
    { label: 'Instagram', url: 'https://www.instagram.com/' },
    { label: 'Twitter', url: 'https://x.com/' },
  ],
  icon: null as string | null,
  logo: null as string | null,
  locked: [] as string[],
  locked_by: {} as Record<string, string[]>,
};

type Settings = typeof DEFAULTS;

/** Settings of the page's own: the site's are shared with other tests. Returns what was sent. */
export async function ownSettings(page: Page, settings: Partial<Settings> = {}) {
  let current: Settings = { ...DEFAULTS, ...settings };
  const sent: Record<string, unknown>[] = [];
  await page.route('**/api/admin/settings', (route) => {
    if (route.request().method() === 'PUT') {
      const input = route.request().postDataJSON();
      sent.push(input);
      const values = Object.entries(input).map(([name, value]) => [
        name,
        value ?? DEFAULTS[name as keyof Settings],
      ]);
      current = { ...current, ...Object.fromEntries(values) };
    }
    return route.fulfill({ json: current });
  });
  return sent;
}

export async function openSettings(page: Page): Promise<void> {
  await page.goto('/admin/settings');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await expect(page.getByRole('region', { name: 'Account' }).getByRole('listitem')).not.toHaveCount(
    0,
  );
}

export function save(page: Page) {
  return page.getByRole('button', { name: 'Save settings' });
}

export const SAVED = 'Saved. Your changes are live.';

/** A response to each save. */
export async function answerSave(page: Page, status: number, body: unknown): Promise<void> {
  await page.route('**/api/admin/settings', (route) =>
    isSave(route.request()) ? route.fulfill({ status, json: body }) : route.fallback(),
  );
}

function isSave(request: Request): boolean {
  return request.method() === 'PUT';
}
