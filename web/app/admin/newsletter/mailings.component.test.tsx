import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectCount, expectElement, expectText } from '../../../component-tests/locators.ts';
import {
  apiThatSends,
  mailingWith,
  newsletterApi,
  openNewsletter,
} from '../../../component-tests/newsletter-page.tsx';

const region = page.getByRole('region', { name: 'Mailings', exact: true });
const said = region.getByRole('status');
const button = (name: string) => region.getByRole('button', { name });

test('a mailing is paused, resumed, and cancelled after one question', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
  const { api } = apiThatSends();
  await openNewsletter(api);
  await button('Pause Tides').click();
  await expectElement(said).toHaveTextContent('“Tides” is paused: 400 not sent yet.');
  await expectElement(button('Resume Tides')).toHaveFocus();
  await button('Resume Tides').click();
  await expectElement(said).toHaveTextContent('“Tides” is being sent.');
  await button('Cancel Tides').click();
  await button('Cancel Tides').click();
  await expectElement(said).toHaveTextContent('“Tides” was cancelled: 100 sent.');
  expect(confirm.mock.calls[0]?.[0]).toBe(
    'Cancel sending “Tides”? 400 of 500 subscribers will not get it, and it cannot be sent again.',
  );
  expect(api.requests().filter((call) => call.endsWith('/cancel'))).toHaveLength(1);
  await expectElement(page.getByRole('heading', { name: 'Mailings' })).toHaveFocus();
});

test('a mailing that is over says what failed and what nobody knows, and has no buttons', async () => {
  const failures = [{ email: 'x@y.example', reason: '550 No such user' }];
  const over = mailingWith({
    ...{ recipients: 105, sent: 2, failed: 102, failures, in_flight: ['z@y.example'] },
  });
  await openNewsletter(newsletterApi({ mailings: [over] }));
  await expectElement(region.getByRole('link', { name: 'Tides' })).toBeVisible();
  await expectText(region, /Sent Nov 16, 2026/);
  await expectText(region, /102 addresses failed:.*x@y\.example 550 No such user.*And 101 more\./);
  await expectText(region, /the email may or may not have arrived.*z@y\.example/);
  await expectCount(region.getByRole('button'), 0);
});

test('without mailings, the page says how one is sent', async () => {
  await openNewsletter(newsletterApi());
  await expectText(region, /Nothing has been sent yet\. Choose Send to subscribers in the editor/);
});
