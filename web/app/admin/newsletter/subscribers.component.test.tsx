import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectConsoleError } from '../../../component-tests/expected-errors.ts';
import { keyboard } from '../../../component-tests/keyboard.ts';
import {
  expectCount,
  expectElement,
  expectText,
  expectTexts,
} from '../../../component-tests/locators.ts';
import {
  newsletterApi,
  openNewsletter,
  subscriberNamed,
  summaryWith,
} from '../../../component-tests/newsletter-page.tsx';

const region = page.getByRole('region', { name: 'Subscribers', exact: true });
const rows = region.getByRole('rowheader');
const said = region.getByRole('status').first();
const button = (name: string) => region.getByRole('button', { name });
const email = page.getByLabelText('Email address');
const agreed = page.getByLabelText('They have agreed to get this newsletter');

const ADA = subscriberNamed('ada');
const BEN = subscriberNamed('ben', { state: 'unsubscribed', ended_at: '2026-11-01T08:00:00Z' });
const CAT = subscriberNamed('cat', { state: 'waiting', confirmed_at: null });

test('the list says how each came and is, and is searched and filtered by the server', async () => {
  await openNewsletter(newsletterApi({ subscribers: [ADA, BEN, CAT] }));
  await expectTexts(region.getByRole('cell').filter({ hasText: /2026/ }), [
    'Confirmed Nov 16, 2026, via the form',
    'Unsubscribed Nov 1, 2026',
    'Waiting for confirmation since Nov 16, 2026',
  ]);
  await page.getByRole('searchbox').fill('ada');
  await expectTexts(rows, ['ada@reader.example']);
  await expectElement(region.getByText('1 subscriber found')).toBeVisible();
  await page.getByRole('searchbox').fill('nothing');
  await expectElement(region.getByText('No matching addresses.')).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await region.getByRole('button', { name: 'Unsubscribed', exact: false }).click();
  await expectTexts(rows, ['ben@reader.example']);
});

test('what more of one search arrives late is not added to another', async () => {
  const api = newsletterApi();
  const late = Promise.withResolvers<{ json: object }>();
  const part = (name: string) => ({ subscribers: [subscriberNamed(name)], total: 2 });
  api.on('GET /admin/subscribers', ({ path }) => {
    if (path.includes('cursor=all')) return late.promise;
    if (path.includes('cursor=dan')) return { json: part('dan2') };
    if (path.includes('q=dan'))
      return { json: part('dan1'), next: '/admin/subscribers?q=dan&cursor=dan' };
    return { json: part('ada'), next: '/admin/subscribers?cursor=all' };
  });
  await openNewsletter(api);
  await button('Show more').click();
  await page.getByRole('searchbox').fill('dan');
  await expectTexts(rows, ['dan1@reader.example']);
  late.resolve({ json: part('ben') });
  await expectElement(button('Show more')).toHaveAttribute('aria-disabled', 'false');
  await expectTexts(rows, ['dan1@reader.example']);
  await button('Show more').click();
  await expectTexts(rows, ['dan1@reader.example', 'dan2@reader.example']);
});

test('the growth is read as text', async () => {
  await openNewsletter(newsletterApi({ summary: summaryWith() }));
  await expectCount(region.getByRole('figure').getByRole('listitem'), 12);
  await expectElement(region.getByText('December 2026: 11,000')).toBeInTheDocument();
});

test('somebody is added with the keyboard, if the owner vouches for them', async () => {
  const api = await openNewsletter(newsletterApi());
  await expectElement(region.getByText('No subscribers yet.')).toBeVisible();
  await email.click();
  await keyboard.type('dan@reader.example');
  await keyboard.press('Enter');
  await expectElement(agreed).toHaveFocus();
  await expectText(region.getByRole('alert'), /^Tick this first/);
  await expectElement(button('Add subscriber')).toHaveAccessibleDescription(/^Tick this first/);
  expect(api.requests()).not.toContain('POST /admin/subscribers');
  await keyboard.press('Space');
  await keyboard.press('Enter');
  await expectElement(said).toHaveTextContent('Added dan@reader.example.');
  await expectTexts(rows, ['dan@reader.example']);
  await expectElement(email).toHaveFocus();
  await expectElement(agreed).not.toBeChecked();
  const sent = api.calls.find(({ method }) => method === 'POST');
  expect(sent?.body).toEqual({ email: 'dan@reader.example', agreed: true });
});

test('what the server refuses is said at the field, which keeps what was typed', async () => {
  expectConsoleError(/answered 400/);
  const api = newsletterApi();
  const errors = { email: ['must be an email address'] };
  api.on('POST /admin/subscribers', { status: 400, json: { detail: 'No.', errors } });
  await openNewsletter(api);
  await email.fill('dan');
  await agreed.click();
  await button('Add subscriber').click();
  await expectElement(region.getByRole('alert')).toHaveTextContent(
    'This must be an email address.',
  );
  await expectElement(email).toHaveValue('dan');
});

test('deleting says what it means, and is not done without a yes', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
  const api = await openNewsletter(newsletterApi({ subscribers: [ADA, CAT] }));
  await button('Delete ada@reader.example').click();
  expect(confirm.mock.calls[0]?.[0]).toMatch(/^Delete ada@reader\.example for good\?/);
  await expectCount(rows, 2);
  await button('Delete ada@reader.example').click();
  await expectElement(said).toHaveTextContent('Deleted ada@reader.example.');
  await expectTexts(rows, ['cat@reader.example']);
  await expectElement(page.getByRole('heading', { name: 'Subscribers' })).toHaveFocus();
  expect(api.requests().filter((call) => call.startsWith('DELETE'))).toEqual([
    'DELETE /admin/subscribers/ada',
  ]);
});

test('a CSV file needs the owner’s word, and its refused lines are named', async () => {
  const api = newsletterApi();
  const refusals = [{ line: 3, email: 'no', reason: 'This is not an email address.' }];
  api.on('POST /admin/subscribers.csv', {
    json: { added: 2, known: 1, refused: 2, refusals },
  });
  await openNewsletter(api);
  const file = new File(['email\na@b.example\n'], 'them.csv', { type: 'text/csv' });
  const input = page.getByLabelText('Choose a CSV file');
  await input.upload(file);
  await expectText(region.getByRole('alert'), /^Tick this first/);
  expect(api.requests().filter((call) => call.startsWith('POST'))).toEqual([]);
  await page.getByLabelText('All in the file have agreed to get this newsletter').click();
  await input.upload(file);
  await expectElement(region.getByText('2 added, 1 already listed, 2 refused:')).toBeVisible();
  await expectElement(region.getByText('Line 3 no This is not an email address.')).toBeVisible();
  await expectElement(region.getByText('And 1 more.')).toBeVisible();
  const sent = api.calls.find(({ method }) => method === 'POST');
  expect(sent?.path).toBe('/admin/subscribers.csv?agreed=true');
  expect(sent?.body).toBe('email\na@b.example\n');
});
