import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectConsoleError } from '../../../component-tests/expected-errors.ts';
import { expectElement, expectText } from '../../../component-tests/locators.ts';
import {
  MAIL,
  newsletterApi,
  openNewsletter,
  summaryWith,
} from '../../../component-tests/newsletter-page.tsx';

const mail = page.getByRole('region', { name: 'Email', exact: true });
const testButton = page.getByRole('button', { name: 'Send a test email' });
const to = page.getByLabelText('Test email to');

test('one press sends one test mail, to oneself unless another address is typed', async () => {
  const api = newsletterApi();
  api.on('POST /admin/newsletter/test', ({ body }) => ({ json: body }));
  await openNewsletter(api);
  await expectElement(page.getByText(MAIL.from)).toBeVisible();
  await expectElement(to).toHaveValue(MAIL.address);
  await testButton.click();
  await expectText(mail.getByRole('status'), /^Sent to me@blog\.example\./);
  await to.fill('other@reader.example');
  await testButton.click();
  await expectText(mail.getByRole('status'), /^Sent to other@reader\.example\./);
  const sent = api.calls.filter(({ path }) => path.endsWith('/test'));
  expect(sent.map(({ body }) => body)).toEqual([
    { to: MAIL.address },
    { to: 'other@reader.example' },
  ]);
});

test('what the mail server says is said', async () => {
  expectConsoleError(/answered 502/);
  const api = newsletterApi();
  const detail = 'The mail server answered: 535 Authentication failed.';
  api.on('POST /admin/newsletter/test', { status: 502, json: { detail } });
  await openNewsletter(api);
  await testButton.click();
  await expectElement(mail.getByRole('alert')).toHaveTextContent(detail);
});

test('without mail, the page says what to do, and the test says why it cannot be sent', async () => {
  const api = newsletterApi({ summary: summaryWith({ mail: null }) });
  await openNewsletter(api);
  await expectText(mail, /Email is not set up yet.*SMTP_URL=.*MAIL_FROM=.*npm run doctor/);
  await expectElement(testButton).toHaveAttribute('aria-disabled', 'true');
  await expectElement(testButton).toHaveAccessibleDescription('Set up email first.');
  (testButton.element() as HTMLElement).click();
  expect(api.requests().filter((call) => call.startsWith('POST'))).toEqual([]);
});

test('a page that could not be loaded is tried again', async () => {
  expectConsoleError(/answered 500/);
  const api = newsletterApi();
  api.on('GET /admin/mailings', { status: 500 });
  const opened = openNewsletter(api);
  await expectElement(page.getByText('The newsletter could not be loaded')).toBeVisible();
  api.on('GET /admin/mailings', { json: [] });
  await page.getByRole('button', { name: 'Try again' }).click();
  await opened;
});
