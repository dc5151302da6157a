import { temporaryFolder } from '../test-support/cleanup.ts';
import { type RunningSite, startSite } from '../test-support/site.ts';
import { logIn, storeToken } from './admin-fixtures.ts';
import { adminLink } from './dashboard.ts';
import { PICTURE } from './editor-form.ts';
import { expect, test } from './fixtures.ts';
import { SAVED, save } from './settings-page.ts';
import { PASSWORD } from './sites.ts';

test.use({ ownContext: true });

// In one worker, with one site.
test.describe.configure({ mode: 'default' });

/** A site of its own: settings are seen by every other test of a shared one. */
let site: RunningSite;
test.beforeAll(async () => {
  site = await startSite(temporaryFolder(), { ADMIN_PASSWORD: PASSWORD, DEMO_CONTENT: 'false' });
});
test.afterAll(() => site.stop());

test('an owner gives the site a name, a link, an accent, an icon and a logo', async ({ page }) => {
  test.slow();
  await page.context().addInitScript(storeToken, [site.url, await logIn(site.url)] as const);
  await page.goto(`${site.url}/admin`);
  await adminLink(page, 'Settings').click();
  await page.getByLabel('Site name').fill('The Garden');
  await page.getByLabel('Tumblr').fill('');
  await page.getByRole('button', { name: 'Add a link' }).click();
  await page.getByLabel('Label', { exact: true }).fill('Code');
  await page.getByLabel('Address', { exact: true }).fill('code.example/me');
  await page.getByLabel('Accent colour').fill('#0b5d3b');
  await save(page).click();
  await expect(page.getByText(SAVED)).toBeVisible();
  // Without loading the page again.
  await expect(page.getByRole('banner').getByRole('link', { name: 'The Garden' })).toBeVisible();
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: 'Code' })).toHaveAttribute(
    'href',
    'https://code.example/me',
  );
  await expect(footer.getByRole('link', { name: 'Tumblr' })).toHaveCount(0);

  await page.getByLabel('Icon', { exact: true }).setInputFiles(PICTURE);
  await expect(page.getByText('The icon was saved and is live.')).toBeVisible();
  await page.getByLabel('Logo', { exact: true }).setInputFiles(PICTURE);
  await expect(page.getByText('The logo was saved and is live.')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('img', { name: 'The Garden' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove the logo' }).click();
  await expect(page.getByText('The logo was removed.')).toBeVisible();
  await expect(page.getByLabel('Logo', { exact: true })).toBeFocused();
  await expect(page.getByRole('banner').getByRole('img')).toHaveCount(0);

  await page.reload();
  await expect(page.getByLabel('Site name')).toHaveValue('The Garden');
  await expect(page.getByLabel('Accent colour')).toHaveValue('#0b5d3b');
  await expect(page.getByRole('button', { name: 'Remove the icon' })).toBeVisible();
});

test('an icon that is too small or no picture is refused with the reason', async ({
  page,
  watch,
}) => {
  watch.expectConsoleError(/400|415/);
  await page.context().addInitScript(storeToken, [site.url, await logIn(site.url)] as const);
  await page.goto(`${site.url}/admin/settings`);
  const icon = page.getByLabel('Icon', { exact: true });
  const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  await icon.setInputFiles({
    name: 'dot.gif',
    mimeType: 'image/gif',
    buffer: Buffer.from(gif, 'base64'),
  });
  await expect(page.getByText(/needs at least 192 × 192/)).toBeVisible();
  await icon.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
  await expect(page.getByText('“a.txt” is not a supported image.')).toBeVisible();
});
