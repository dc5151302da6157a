import type { Redirect, RedirectInput } from '@longhand/contract/redirect-list';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectConsoleError } from '../../../component-tests/expected-errors.ts';
import { createFakeApi, type FakeApi } from '../../../component-tests/fake-api.ts';
import { keyboard } from '../../../component-tests/keyboard.ts';
import { expectCount, expectElement, expectTexts } from '../../../component-tests/locators.ts';
import { heading, openRedirects } from '../../../component-tests/redirects-page.tsx';

const rows = page.getByRole('rowheader');
const status = page.getByRole('status').first();
const from = page.getByRole('textbox', { name: 'Old address' });
const to = page.getByRole('textbox', { name: 'Leads to' });
const button = (name: string) => page.getByRole('button', { name });

function toRedirect({ from, to }: RedirectInput): Redirect {
  return {
    from,
    to,
    target: 'address',
    id: null,
    title: null,
    is_public: true,
    is_used: true,
    is_automatic: false,
  };
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
  ...{ title: 'Hello world', is_public: true, is_used: true },
  is_automatic: false,
};

test('each redirect shows what it leads to, and whether readers see it', async () => {
  const draft = { ...POST, from: '/draft', title: 'A draft', is_public: false };
  const deleted = { ...POST, from: '/gone', to: null, title: null, is_public: false };
  const hidden = { ...POST, from: '/blog/restored', is_used: false };
  await openRedirects(apiWith(POST, draft, deleted, hidden));
  await expectCount(rows, 4);
  await expectElement(page.getByText('Not used', { exact: false })).toBeVisible();
  await expectElement(page.getByText('Hello world').first()).toBeVisible();
  await expectElement(page.getByText('while it is a draft', { exact: false })).toBeVisible();
  await expectElement(page.getByText('A deleted post')).toBeVisible();
});

test('an address that a post had before is marked, and cannot be changed', async () => {
  const former = { ...POST, from: '/blog/hi', is_automatic: true };
  await openRedirects(apiWith(POST, former));
  await expectCount(rows, 2);
  const note = page.getByText('Automatic: the post had this address before', { exact: false });
  await expectElement(note).toBeVisible();
  await expectCount(button('Edit /2009/hello'), 1);
  await expectCount(button('Edit /blog/hi'), 0);
  await expectCount(button('Remove /blog/hi'), 0);
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

test('what more of one search arrives late is not added to another', async () => {
  const api = createFakeApi();
  const late = Promise.withResolvers<{ json: Redirect[] }>();
  const named = (from: string) => ({ ...POST, from });
  api.on('GET /admin/redirects', ({ path }) => {
    if (path.includes('cursor=all')) return late.promise;
    if (path.includes('cursor=new')) return { json: [named('/new/2')] };
    if (path.includes('q=new'))
      return { json: [named('/new/1')], next: '/admin/redirects?q=new&cursor=new' };
    return { json: [named('/old/1')], next: '/admin/redirects?cursor=all' };
  });
  await openRedirects(api);
  await button('Show more').click();
  await page.getByRole('searchbox').fill('new');
  await expectTexts(rows, ['/new/1']);
  late.resolve({ json: [named('/old/2')] });
  await expectElement(button('Show more')).toHaveAttribute('aria-disabled', 'false');
  await expectTexts(rows, ['/new/1']);
  await button('Show more').click();
  await expectTexts(rows, ['/new/1', '/new/2']);
});

test('a CSV file is sent as it is, and lines that were not used are named', async () => {
  const api = await openRedirects(apiWith());
  const refusals = [{ line: 3, from: '/login', reason: 'The old address is taken.' }];
  api.on('POST /admin/redirects.csv', () => ({
    json: { added: 2, changed: 0, unchanged: 1, refused: 3, refusals },
  }));
  const file = new File(['from,to\n/a,/blog\n'], 'redirects.csv', { type: 'text/csv' });
  await page.getByLabelText('Choose a CSV file').upload(file);
  await expectElement(
    page.getByText('2 added, 0 changed, 1 as they were.', { exact: false }),
  ).toBeVisible();
  await expectElement(page.getByText('The old address is taken.', { exact: false })).toBeVisible();
  await expectElement(page.getByText('And 2 more.')).toBeVisible();
  const sent = api.calls.find(({ path }) => path.endsWith('.csv'));
  expect(sent?.body).toBe('from,to\n/a,/blog\n');
});
