import type { ApiToken, ApiTokenInput } from '@longhand/contract/api-tokens';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectConsoleError } from '../../../component-tests/expected-errors.ts';
import { createFakeApi } from '../../../component-tests/fake-api.ts';
import { expectCount, expectElement, expectText } from '../../../component-tests/locators.ts';
import { mountRoutes } from '../../../component-tests/mount.tsx';
import { ApiTokens } from './api-tokens.tsx';

const TOKEN: ApiToken = {
  ...{ id: '01900000-0000-4000-8000-000000000001', name: 'Old script', scope: 'read' },
  ...{ expires_at: '2020-01-01T00:00:00.000Z', created_at: '2019-01-01T00:00:00.000Z' },
  last_used_at: null,
};
const NEW = { ...TOKEN, id: '01900000-0000-4000-8000-000000000002', expires_at: null };
const SECRET = `lh_${'a'.repeat(43)}`;

const rows = page.getByRole('region', { name: 'API tokens' }).getByRole('listitem');

function open(tokens: readonly ApiToken[] = [TOKEN]) {
  const api = createFakeApi();
  const onCreated = vi.fn();
  const Component = () => (
    <ApiTokens account={api.account()} loaded={tokens} onCreated={onCreated} />
  );
  mountRoutes([{ index: true, Component }], '/', api);
  return { ...api, onCreated };
}

async function submit(name: string, password: string): Promise<void> {
  await page.getByLabelText('Name', { exact: true }).fill(name);
  await page.getByLabelText('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create token' }).click();
}

const lastBody = (api: ReturnType<typeof open>) => api.calls.at(-1)?.body as ApiTokenInput;

test('a token is created with a scope and an end, and shown once to be copied', async () => {
  const api = open([]);
  api.on('POST /admin/tokens', ({ body }) => {
    const { name, scope, expires_at } = body as ApiTokenInput;
    return { status: 201, json: { ...NEW, name, scope, expires_at, token: SECRET } };
  });
  await page.getByLabelText('Scope').selectOptions('publish');
  await page.getByLabelText('Works for').selectOptions('30 days');
  await submit('From my shell', 'a password for tests');
  await expectElement(page.getByLabelText('Token of From my shell')).toHaveValue(SECRET);
  const { expires_at, ...body } = lastBody(api);
  const days = (Date.parse(expires_at ?? '') - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(30);
  expect(body).toEqual({
    ...{ name: 'From my shell', scope: 'publish', password: 'a password for tests' },
  });
  await expectText(rows, /^From my shellPublishUntil .*Never used/);
  expect(api.onCreated).toHaveBeenCalledOnce();
  // Not the clipboard itself, which all pages of the browser share.
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await page.getByRole('button', { name: 'Copy' }).click();
  await expectText(page.getByRole('status'), 'Copied.');
  expect(copy.mock.calls).toEqual([[SECRET]]);
  await expectElement(page.getByLabelText('Password', { exact: true })).toHaveValue('');
});

test('a wrong password says so at its field, and what was typed stays', async () => {
  expectConsoleError(/answered 403/);
  const api = open([]);
  api.on('POST /admin/tokens', { status: 403, json: { detail: 'The password is wrong.' } });
  await page.getByLabelText('Works for').selectOptions('No end');
  await submit('A script', 'wrong');
  await expectText(page.getByRole('alert'), 'The password is wrong.');
  await expectElement(page.getByLabelText('Password', { exact: true })).toHaveFocus();
  await expectElement(page.getByLabelText('Name', { exact: true })).toHaveValue('A script');
  expect(lastBody(api).expires_at).toBeNull();
});

test('an ended token is marked, and deleted after a question', async () => {
  expectConsoleError(/answered 500/);
  const api = open();
  await expectText(rows, /^Old scriptReadEnded .*Never used/);
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
  await page.getByRole('button', { name: 'Delete: the API token Old script' }).click();
  await expect
    .poll(() => confirm.mock.calls)
    .toEqual([['Delete the API token “Old script”? Whatever uses it stops working at once.']]);
  expect(api.calls).toEqual([]);
  confirm.mockReturnValue(true);
  api.on('DELETE /admin/tokens/*', { status: 500 });
  await page.getByRole('button', { name: /^Delete: / }).click();
  await expectText(page.getByRole('status'), /^The token could not be deleted\./);
  api.on('DELETE /admin/tokens/*', { status: 204 });
  await page.getByRole('button', { name: /^Delete: / }).click();
  await expectText(page.getByRole('status'), 'Deleted: Old script.');
  await expectElement(page.getByRole('button', { name: /^Deleted: / })).toHaveFocus();
  await expectCount(rows, 1);
});
