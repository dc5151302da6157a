import type { Redirect, RedirectInput } from '@longhand/contract/redirect-list';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectConsoleError } from '../../../component-tests/expected-errors.ts';
import { createFakeApi, type FakeApi } from '../../../component-tests/fake-api.ts';
import { keyboard } from '../../../component-tests/keyboard.ts';
import { expectCount, expectElement } from '../../../component-tests/locators.ts';
import { heading, openRedirects } from '../../../component-tests/redirects-page.tsx';

const rows = page.getByRole('rowheader');
const status = page.getByRole('status').first();
const from = page.getByRole('textbox', { name: 'Old address' });
const to = page.getByRole('textbox', { name: 'Leads to' });
const button = (name: string) => page.getByRole('button', { name });

function toRedirect({ from, to }: RedirectInput): Redirect {
  return { from, to, target: 'address', id: null, title: null, is_public: true };
}

function apiWith(...redirects: Redirect[]): FakeApi {
  const api = createFakeApi();
  const stored = new Map(redirects.map((redirect) => [redirect.from, redirect]));
  const fromOf = (path: string) => new URLSearchParams(path.split('?')[1]).get('from') ?? '';
  const add = (input: unknown) => {
    const redirect = toRedirect(input as RedirectInput);
    stored.set(redirect.from, redirect);
    return redirect;
  };
  api.on('GET /admin/redirects', ({ path }) => {
    const text = new URLSearchParams(path.split('?')[1]).get('q') ?? '';
    return { json: [...stored.values()].filter((redirect) => redirect.from.includes(text)) };
  });
  api.on('POST /admin/redirects', ({ body }) => ({ status: 201, json: add(body) }));
  api.on('PUT /admin/redirects', ({ path, body }) => {
    stored.delete(fromOf(path));
    return { json: add(body) };
  });
  api.on('DELETE /admin/redirects', ({ path }) => {
    stored.delete(fromOf(path));
    return { status: 204 };
  });
  return api;
}

const POST: Redirect = {
  ...{ from: '/2009/hello', to: '/blog/hello', target: 'post', id: 'x' },
  ...{ title: 'Hello world', is_public: true },
};

test('each redirect shows what it leads to, and whether readers see it', async () => {
  const draft = { ...POST, from: '/draft', title: 'A draft', is_public: false };
  const deleted = { ...POST, from: '/gone', to: null, title: null, is_public: false };
  await openRedirects(apiWith(POST, draft, deleted));
  await expectCount(rows, 3);
  await expectElement(page.getByText('Hello world')).toBeVisible();
  await expectElement(page.getByText('while it is a draft', { exact: false })).toBeVisible();
  await expectElement(page.getByText('A deleted post')).toBeVisible();
});

test('a redirect is added with the keyboard, changed, removed and brought back', async () => {
  await openRedirects(apiWith());
  await expectElement(page.getByText('No redirects yet.', { exact: false })).toBeVisible();
  await from.click();
  await keyboard.type('/old');
  await keyboard.press('Tab');
  await keyboard.type('/blog');
  await keyboard.press('Enter');
  await expectElement(status).toHaveTextContent('/old leads to /blog now.');
  await expectElement(from).toHaveFocus();
  await expectElement(from).toHaveValue('');
  await button('Edit /old').click();
  await keyboard.press('Tab');
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('/about');
  await keyboard.press('Enter');
  await expectElement(status).toHaveTextContent('/old leads to /about now.');
  await expectElement(button('Edit /old')).toHaveFocus();
  await button('Remove /old').click();
  await expectElement(status).toHaveTextContent('The redirect from /old is removed.');
  await expectElement(heading).toHaveFocus();
  await button('Undo').click();
  await expectElement(rows).toHaveTextContent('/old');
});

test('what the server refuses is said at its field', async () => {
  const api = await openRedirects(apiWith());
  const errors = { to: ['leads back to the old address'] };
  api.on('POST /admin/redirects', () => ({ status: 400, json: { detail: 'No.', errors } }));
  await from.fill('/a');
  await to.fill('/a');
  expectConsoleError(/answered 400/);
  await button('Add redirect').click();
  await expectElement(to).toHaveFocus();
  await expectElement(page.getByRole('alert')).toHaveTextContent(
    'This leads back to the old address.',
  );
  await expectElement(from).toHaveValue('/a');
});

test('a search shows what the server finds', async () => {
  await openRedirects(apiWith(POST, { ...POST, from: '/other' }));
  await page.getByRole('searchbox').fill('2009');
  await expectCount(rows, 1);
  await page.getByRole('searchbox').fill('nothing');
  await expectElement(page.getByText('No redirect has this text.')).toBeVisible();
});

test('a CSV file is sent as it is, and lines that were not used are named', async () => {
  const api = await openRedirects(apiWith());
  const refused = [{ line: 3, from: '/login', reason: 'The old address is taken.' }];
  api.on('POST /admin/redirects.csv', () => ({
    json: { added: 2, changed: 0, unchanged: 1, refused },
  }));
  const file = new File(['from,to\n/a,/blog\n'], 'redirects.csv', { type: 'text/csv' });
  await page.getByLabelText('Choose a CSV file').upload(file);
  await expectElement(
    page.getByText('2 added, 0 changed, 1 as they were.', { exact: false }),
  ).toBeVisible();
  await expectElement(page.getByText('The old address is taken.', { exact: false })).toBeVisible();
  const sent = api.calls.find(({ path }) => path.endsWith('.csv'));
  expect(sent?.body).toBe('from,to\n/a,/blog\n');
});
