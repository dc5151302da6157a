import type { Page } from '@playwright/test';
import { totpCode } from '../test-support/authenticator.ts';
import { temporaryFolder } from '../test-support/cleanup.ts';
import { type RunningSite, startSite } from '../test-support/site.ts';
import { expect, test, violations, violationsInThemes } from './fixtures.ts';
import { PASSWORD } from './sites.ts';

let site: RunningSite;
let address: string;

test.describe.configure({ mode: 'serial' });
// What is stored is cleared only for the addresses of the shared sites.
test.use({ ownContext: true });

test.beforeAll(async () => {
  site = await startSite(temporaryFolder(), { ADMIN_PASSWORD: PASSWORD, DEMO_CONTENT: 'false' });
  address = `http://localhost:${site.port}`;
});
test.afterAll(() => site.stop());

const sectionOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function fillLogin(page: Page, code?: string): Promise<void> {
  await page.goto(`${address}/login`);
  if (code) await expect(page.getByLabel('Code')).toHaveAttribute('autocomplete', 'one-time-code');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password').fill(PASSWORD);
  if (code) await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

async function expectDashboard(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard');
}

async function openAccount(page: Page): Promise<void> {
  await page.goto(`${address}/admin/settings`);
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible();
}

const logOut = (page: Page) => page.evaluate(() => localStorage.removeItem('token'));

const shownCodes = (page: Page) =>
  sectionOf(page, 'Recovery codes').getByRole('listitem').allTextContents();

async function addAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  });
  return {
    verifyUser: (isUserVerified: boolean) =>
      client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    remove: () => client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  };
}

test('an authenticator app is set up, asked for at the login, and removed with a recovery code', async ({
  page,
  watch,
}) => {
  watch.expectConsoleError(/status of 40[13]|answered 40[13]/);
  await fillLogin(page);
  await expectDashboard(page);
  await openAccount(page);
  const app = sectionOf(page, 'Authenticator app');
  await app.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Password')).toBeFocused();
  await expect(dialog.getByLabel('Code')).toHaveCount(0);
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('The password is wrong.');
  await dialog.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(app.locator('svg path')).toBeVisible();
  await expect(app.getByLabel('Code')).toBeFocused();
  expect(await violationsInThemes(page, 'the setup of an app')).toEqual([]);

  const secret = (await app.getByText(/^[A-Z2-7 ]{39}$/).textContent())?.replaceAll(' ', '') ?? '';
  await expect(app.getByRole('link', { name: 'Open it in an app on this device' })).toHaveAttribute(
    'href',
    new RegExp(`^otpauth://totp/.*secret=${secret}`),
  );
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(app.getByRole('alert')).toHaveText('The code is wrong.');
  await app.getByLabel('Code').fill(totpCode(secret, new Date()));
  await page.keyboard.press('Enter');
  await expect(app.getByRole('status')).toHaveText(
    'The authenticator app is on. All other sessions have ended.',
  );
  const codes = await shownCodes(page);
  expect(codes).toHaveLength(10);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    sectionOf(page, 'Recovery codes').getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('recovery-codes.txt');

  await page.reload();
  await expect(sectionOf(page, 'Recovery codes')).toContainText('10 left.');
  await logOut(page);
  await fillLogin(page, '000000');
  await expect(page.getByRole('alert')).toHaveText('Invalid username or password');
  await expect(page.getByRole('button', { name: 'Log in with a passkey' })).toHaveCount(0);
  expect(await violations(page, 'the login with a code')).toEqual([]);
  // The code of this step was used.
  await fillLogin(page, totpCode(secret, new Date(), 1));
  await expectDashboard(page);

  await openAccount(page);
  await app.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByLabel('Code').fill(codes[0]?.toUpperCase() ?? '');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(app.getByRole('status')).toContainText('was removed');
  await expect(app.getByRole('heading')).toBeFocused();
  await logOut(page);
  await fillLogin(page);
  await expectDashboard(page);
});

test('a passkey is added, logs in, is asked for again, and is removed', async ({ page, watch }) => {
  watch.expectConsoleError(/status of 40[13]|answered 40[13]/);
  const authenticator = await addAuthenticator(page);
  await fillLogin(page);
  await expectDashboard(page);
  await openAccount(page);
  const passkeys = sectionOf(page, 'Passkeys');
  const dialog = page.getByRole('dialog');
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue(/ on /);
  await dialog.getByLabel('Name').fill('<img src=x onerror=alert(1)>');
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(passkeys.getByRole('listitem')).toContainText('<img src=x onerror=alert(1)>');
  await expect(passkeys.getByRole('listitem')).toContainText('Not used yet');
  await expect.poll(() => shownCodes(page)).toHaveLength(10);
  expect(await violationsInThemes(page, 'the account with a passkey')).toEqual([]);

  await test.step('the same device is not added twice', async () => {
    const [code = ''] = await shownCodes(page);
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByLabel('Code').fill(code);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    for (const repeats of [true, false]) {
      await expect(dialog.getByRole('alert')).toContainText('already has a passkey');
      // The code is used up, but asked for only once.
      if (repeats) await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    }
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('without the person’s fingerprint or PIN it does not log in', async () => {
    await logOut(page);
    await page.goto(`${address}/login`);
    await authenticator.verifyUser(false);
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await expect(page.getByRole('alert')).toContainText('No passkey was used');
    await authenticator.verifyUser(true);
  });

  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expectDashboard(page);
  await openAccount(page);
  await expect(passkeys.getByRole('listitem')).toContainText('Used just now');
  await passkeys.getByRole('button', { name: /^Remove: / }).click();
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Use a passkey instead of a code' }).click();
  await expect(passkeys.getByRole('status')).toContainText('was removed');
  await expect(passkeys.getByRole('heading')).toBeFocused();
  await expect(passkeys.getByRole('listitem')).toHaveCount(0);
  expect(await (await page.request.get(`${address}/api/login`)).json()).toEqual({
    ...{ second_factor: false, passkeys: false },
  });
  await authenticator.remove();
});
