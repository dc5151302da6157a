import type { Page } from '@playwright/test';
import { expect, test } from './admin-fixtures.ts';
import { openSettings, ownSettings, SAVED, save } from './settings-page.ts';

/** The colours of the sample's links on paper, in the light and the dark theme. */
async function sampleColours(page: Page): Promise<string[]> {
  const links = page.getByText(/^Text on paper/).locator('span');
  return links.evaluateAll((all) => all.map((link) => getComputedStyle(link).color));
}

test('an accent is shown in both themes, and refused with the reason while it is chosen', async ({
  page,
}) => {
  const sent = await ownSettings(page);
  await openSettings(page);
  const accent = page.getByLabel('Accent colour');
  const defaults = await sampleColours(page);
  expect(defaults).toHaveLength(2);
  await accent.fill('#ffee00');
  await expect(accent).toHaveAccessibleDescription(/too little contrast .* A darker colour works/);
  await expect.poll(async () => (await sampleColours(page))[0]).toBe('rgb(255, 238, 0)');

  await accent.fill('0B5D3B');
  await accent.blur();
  await expect(accent).toHaveValue('#0b5d3b');
  await expect(accent).not.toHaveAttribute('aria-invalid');
  await expect.poll(async () => (await sampleColours(page))[0]).toBe('rgb(11, 93, 59)');
  const [light, dark] = await sampleColours(page);
  expect(dark).not.toBe(light);
  await save(page).click();
  await expect(page.getByText(SAVED)).toBeVisible();
  expect(sent).toEqual([{ accent: '#0b5d3b' }]);

  await page.getByRole('button', { name: 'Use the default' }).click();
  await expect.poll(() => sampleColours(page)).toEqual(defaults);
  await save(page).click();
  await expect.poll(() => sent.at(-1)).toEqual({ accent: null });
});

test('a colour can be picked, and half a colour is no mistake while it is typed', async ({
  page,
}) => {
  await ownSettings(page);
  await openSettings(page);
  const accent = page.getByLabel('Accent colour');
  await page.getByLabel('Pick a colour').fill('#1f4fd8');
  await expect(accent).toHaveValue('#1f4fd8');
  await accent.fill('#1f');
  await expect(accent).not.toHaveAttribute('aria-invalid');
  await accent.blur();
  await expect(accent).toHaveAccessibleDescription(/must be a colour like/);
});

test('links are added, ordered, removed and hidden, with the keyboard alone', async ({ page }) => {
  const sent = await ownSettings(page, {
    links: [
      { label: 'Mastodon', url: 'https://mastodon.example/@me' },
      { label: 'Twitter', url: 'https://x.com/me' },
    ],
  });
  await openSettings(page);
  await expect(page.getByLabel('Twitter')).toHaveValue('https://x.com/me');
  await expect(page.getByLabel('Instagram')).toHaveValue('');
  await page.getByLabel('Twitter').fill('');

  await page.getByRole('button', { name: 'Add a link' }).press('Enter');
  await expect(page.getByLabel('Label', { exact: true }).last()).toBeFocused();
  await page.keyboard.type('Code');
  await page.keyboard.press('Tab');
  await page.keyboard.type('code.example/me');
  await page.getByRole('button', { name: 'Move Code up' }).press('Enter');
  await expect(page.getByText('Code: now 1 of 2.')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Move Code up' })).toBeFocused();
  await page.getByRole('button', { name: 'Add a link' }).press('Enter');
  await expect(page.getByLabel('Label', { exact: true }).last()).toBeFocused();
  await page.keyboard.type('Nothing');
  await page.getByRole('button', { name: 'Remove Nothing' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Add a link' })).toBeFocused();

  await save(page).click();
  await expect(page.getByText(SAVED)).toBeVisible();
  expect(sent).toEqual([
    {
      links: [
        { label: 'Code', url: 'https://code.example/me' },
        { label: 'Mastodon', url: 'https://mastodon.example/@me' },
      ],
    },
  ]);
});

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('a time zone is found or taken from the browser, and a wrong one is said', async ({
    page,
  }) => {
    const sent = await ownSettings(page);
    await openSettings(page);
    const zone = page.getByLabel('Time zone');
    await expect(zone).toHaveAccessibleDescription(/^Local time: .+\. Default: UTC$/);
    await expect(page.locator('datalist option[value="Europe/Paris"]')).toHaveCount(1);
    await zone.fill('Europe/Parise');
    await zone.blur();
    await expect(zone).toHaveAccessibleDescription(/is not a known time zone/);
    await page.getByRole('button', { name: 'Use Asia/Tokyo, like this browser' }).click();
    await expect(zone).toHaveValue('Asia/Tokyo');
    await save(page).click();
    await expect(page.getByText(SAVED)).toBeVisible();
    expect(sent).toEqual([{ time_zone: 'Asia/Tokyo' }]);
  });
});

test('a language is chosen by its own name or typed as a code, with a date in it', async ({
  page,
}) => {
  const sent = await ownSettings(page);
  await openSettings(page);
  const language = page.getByLabel('Language', { exact: true });
  await language.selectOption('Français');
  await expect(language).toHaveAccessibleDescription(
    /^Français\. Dates look like this: \d+ [a-zéû]+ \d{4}\. Fixed texts are also in this language\.$/,
  );
  await language.selectOption('Another language…');
  const code = page.getByLabel('Language code');
  await code.fill('de-li');
  await expect(code).toHaveAccessibleDescription(/^Deutsch \(Liechtenstein\)\. Dates/);
  await save(page).click();
  await expect(page.getByText(SAVED)).toBeVisible();
  expect(sent).toEqual([{ language: 'de-LI' }]);
  await expect(code).toHaveValue('de-LI');
});

test('old versions are thinned out when it is switched on, and the history says so', async ({
  page,
  admin,
}) => {
  const { id } = await admin.createPost();
  const data = { title: 'Changed', excerpt: 'An excerpt', content: 'Text' };
  expect((await admin.api.put(`/api/admin/posts/${id}`, { data })).status()).toBe(200);
  const sent = await ownSettings(page);
  const note = page.getByText('the last of each month is kept');
  await page.goto(`/admin/posts/edit/${id}/history`);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Version 1');
  await expect(note).toHaveCount(0);
  await openSettings(page);
  await page.getByLabel('Thin out old versions').check();
  await save(page).click();
  await expect(page.getByText(SAVED)).toBeVisible();
  expect(sent).toEqual([{ thin_versions: true }]);
  await page.goto(`/admin/posts/edit/${id}/history`);
  await expect(note).toBeVisible();
});
