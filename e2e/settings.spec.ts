import { expect, logIn, nextDialog, test } from './admin-fixtures.ts';
import { adminLink } from './dashboard.ts';
import { violations, violationsInThemes } from './fixtures.ts';
import { answerSave, openSettings, ownSettings, SAVED, save } from './settings-page.ts';
import { LONG } from './tags.ts';

test('only what was changed is saved, and an emptied text returns to its default', async ({
  page,
}) => {
  const sent = await ownSettings(page, { blog_subtitle: 'From the beds' });
  await openSettings(page);
  await page.getByLabel('Site name').fill('The Garden');
  await page.getByLabel('Blog subtitle').fill('');
  await page.getByLabel('Show the newsletter block').uncheck();
  await page.getByLabel('Keep pages for reading offline').uncheck();
  await expect(page.getByText('Unsaved changes.')).toBeVisible();
  await save(page).click();
  await expect(page.getByText(SAVED)).toBeVisible();
  expect(sent).toEqual([
    {
      site_name: 'The Garden',
      blog_subtitle: null,
      newsletter_shown: false,
      offline_reading: false,
    },
  ]);
  await expect(save(page)).toBeFocused();
  await expect(page.getByLabel('Blog subtitle')).toHaveValue(/^Thoughts on/);

  await save(page).click();
  await expect(page.getByText('No changes to save.')).toBeVisible();
  expect(sent).toHaveLength(1);

  await test.step('Ctrl+S saves from any field', async () => {
    await page.getByLabel('Description').fill('Notes on beds and bees');
    await page.keyboard.press('Control+s');
    await expect(page.getByText(SAVED)).toBeVisible();
    expect(sent.slice(1)).toEqual([{ site_description: 'Notes on beds and bees' }]);
    await expect(page.getByLabel('Description')).toBeFocused();
  });
});

test('a setting of the environment is shown with its variable and never sent', async ({ page }) => {
  const sent = await ownSettings(page, {
    locked: ['site_name', 'time_zone', 'links'],
    locked_by: {
      site_name: ['SITE_NAME'],
      time_zone: ['SITE_TIMEZONE'],
      links: ['SOCIAL_TWITTER', 'SOCIAL_TUMBLR'],
    },
  });
  await openSettings(page);
  const name = page.getByLabel('Site name');
  await expect(name).toBeDisabled();
  await expect(name).toHaveAccessibleDescription('Set by the environment variable SITE_NAME');
  await expect(page.getByLabel('Time zone')).toBeDisabled();
  await expect(page.getByLabel('Instagram')).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Add a link' })).toHaveCount(0);
  await expect(
    page.getByText('Set by the environment variables SOCIAL_TWITTER and SOCIAL_TUMBLR'),
  ).toBeVisible();
  expect(await violations(page, 'locked settings')).toEqual([]);
  await page.getByLabel('Contact address').fill('me@garden.example');
  await save(page).click();
  await expect(page.getByText(SAVED)).toBeVisible();
  expect(sent).toEqual([{ contact_email: 'me@garden.example' }]);
});

const REFUSED = {
  detail: 'The body is not valid',
  errors: {
    contact_email: ['must be an email address'],
    'links.2.url': ['must be an http or https address'],
  },
};

test('what the server refuses is said at its field, and the first one has the focus', async ({
  page,
  watch,
}) => {
  watch.expectConsoleError(/400/);
  const sent = await ownSettings(page);
  await openSettings(page);
  await page.getByLabel('Contact address').fill('nobody');
  await page.getByLabel('Pinterest').fill('javascript:alert(1)');
  await answerSave(page, 400, REFUSED);
  await save(page).click();
  const contact = page.getByLabel('Contact address');
  await expect(contact).toBeFocused();
  await expect(contact).toHaveAccessibleDescription('This must be an email address.');
  await expect(page.getByLabel('Pinterest')).toHaveAccessibleDescription(
    'This must be an http or https address.',
  );
  await expect(page.getByText('Please correct Contact address and Links.')).toBeVisible();
  expect(sent).toEqual([]);
  await contact.fill('me@garden.example');
  await expect(contact).not.toHaveAttribute('aria-invalid');
});

test(
  'without a connection nothing is lost, leaving asks first, and saving again works',
  LONG,
  async ({ page, watch }) => {
    watch.expectConsoleError(/Failed to (load|fetch)/);
    const sent = await ownSettings(page);
    await openSettings(page);
    await page.getByLabel('Site name').fill('The Garden');
    await page.route('**/api/admin/settings', (route) => route.abort(), { times: 1 });
    await save(page).click();
    await expect(page.getByText(/You’re offline/)).toBeVisible();
    await expect(page.getByText('Your changes are still here.')).toBeVisible();
    await expect(page.getByLabel('Site name')).toHaveValue('The Garden');
    const question = nextDialog(page, 'dismiss');
    await adminLink(page, 'Posts').click();
    expect(await question).toBe('Your changes are not saved. Leave anyway?');
    await expect(page.getByLabel('Site name')).toHaveValue('The Garden');
    await save(page).click();
    await expect(page.getByText(SAVED)).toBeVisible();
    expect(sent).toEqual([{ site_name: 'The Garden' }]);
    await adminLink(page, 'Posts').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
  },
);

test(
  'after a session has ended, the form stays until one has logged in elsewhere',
  LONG,
  async ({ page, watch }) => {
    watch.expectConsoleError(/401/);
    const sent = await ownSettings(page);
    await openSettings(page);
    await page.getByLabel('Site name').fill('The Garden');
    await answerSave(page, 401, {});
    await save(page).click();
    await expect(page.getByText('Your session has ended.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Log in in another tab' })).toHaveAttribute(
      'href',
      '/login?again',
    );
    await expect(page).toHaveURL('/admin/settings');
    await page.unroute('**/api/admin/settings');
    const again = await ownSettings(page);
    // As another tab does.
    await page.evaluate((token) => localStorage.setItem('token', token), await logIn());
    await save(page).click();
    await expect(page.getByText(SAVED)).toBeVisible();
    expect([...sent, ...again]).toEqual([{ site_name: 'The Garden' }]);
  },
);

test('settings that cannot be loaded say so', LONG, async ({ page, watch }) => {
  watch.expectConsoleError(/500/);
  await page.route('**/api/admin/settings', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/admin/settings');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'The settings could not be loaded',
  );
  await expect(page.getByRole('link', { name: '← Back to Dashboard' })).toBeVisible();
});

test('axe finds nothing on settings with errors, light and dark', LONG, async ({ page, watch }) => {
  watch.expectConsoleError(/400/);
  await ownSettings(page);
  await openSettings(page);
  await page.getByRole('button', { name: 'Add a link' }).click();
  // A refused accent would be in its sample.
  await page.getByLabel('Accent colour').fill('#0b5d');
  await page.getByLabel('Language').selectOption('Another language…');
  await answerSave(page, 400, REFUSED);
  await save(page).click();
  await expect(page.getByLabel('Contact address')).toBeFocused();
  expect(await violationsInThemes(page, 'settings')).toEqual([]);
});
