import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  boxOf,
  expectCount,
  expectElement,
  expectText,
} from '../../../component-tests/locators.ts';
import { apiThatSends, openNewsletter } from '../../../component-tests/newsletter-page.tsx';

const region = page.getByRole('region', { name: 'Mailings', exact: true });
const said = region.getByRole('status');
const button = (name: string) => region.getByRole('button', { name });

test('progress follows what the server says, nothing moves, and only milestones are announced', async () => {
  const { api, change } = apiThatSends();
  await openNewsletter(api);
  const progress = region.getByRole('progressbar', { name: 'Progress of Tides' });
  await expectElement(progress).toHaveAttribute('value', '0.2');
  const { top } = boxOf(page.getByRole('heading', { name: 'Subscribers' }));
  const failures = [{ email: 'x@y.example', reason: '550 No such user' }];
  change({ sent: 400, pending: 97, failed: 1, failures, skipped: 1, in_flight: ['z@y.example'] });
  await expectText(region, /Sent400.*Failed1.*Unsubscribed meanwhile1.*In flight1/);
  await expectText(region, /x@y\.example 550 No such user/);
  await expectText(region, /z@y\.example/);
  await expectElement(said).toHaveTextContent('');
  change({ problem: 'The mail server is away.' });
  await expectText(said, /^Sending “Tides” has stopped/);
  await expectText(
    region,
    /Sending has stopped and will be retried automatically.*The mail server is away\./,
  );
  change({ state: 'done', sent: 497, pending: 0, in_flight: [], problem: null });
  await expectElement(said).toHaveTextContent(
    '“Tides” was sent: 497 of 500 subscribers, 1 failed.',
  );
  await expectCount(button('Pause Tides'), 0);
  expect(boxOf(page.getByRole('heading', { name: 'Subscribers' })).top).toBe(top);
});
