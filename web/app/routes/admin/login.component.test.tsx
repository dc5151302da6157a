import { Link } from 'react-router';
import { test } from 'vitest';
import { page } from 'vitest/browser';
import { expectConsoleError } from '../../../component-tests/expected-errors.ts';
import { createFakeApi } from '../../../component-tests/fake-api.ts';
import { expectCount, expectElement, expectText } from '../../../component-tests/locators.ts';
import { mountRoutes } from '../../../component-tests/mount.tsx';
import { removeToken } from '../../lib/session.ts';
import Login from './login.tsx';

async function openLogin(api: ReturnType<typeof createFakeApi>): Promise<void> {
  const Start = () => <Link to="/login">To the login</Link>;
  mountRoutes(
    [
      { index: true, Component: Start },
      { path: 'login', Component: Login },
    ],
    '/',
    api,
  );
  removeToken();
  await page.getByRole('link', { name: 'To the login' }).click();
  await page.getByLabelText('Username').fill('admin');
  await page.getByLabelText('Password').fill('a password for tests');
}

const press = () => page.getByRole('button', { name: 'Login' }).click();

test('a factor that was switched on while the form was open is asked for after a failed login', async () => {
  expectConsoleError(/answered 401/);
  const api = createFakeApi();
  api.on('POST /login', { status: 401 });
  await openLogin(api);
  await expectCount(page.getByLabelText('Code'), 0);
  api.on('GET /login', { json: { second_factor: true, passkeys: false } });
  await press();
  await expectText(page.getByRole('alert'), 'Invalid username or password');
  await expectText(page.getByCss('[aria-live]'), /^$/);
  await expectElement(page.getByLabelText('Code')).toBeVisible();
  await expectElement(page.getByLabelText('Password')).toHaveValue('a password for tests');
});

test('a login that failed for another reason says which, beside the message', async () => {
  expectConsoleError(/answered 429/);
  expectConsoleError(/answered 500/);
  const api = createFakeApi();
  api.on('POST /login', { status: 429, headers: { 'retry-after': '61' } });
  await openLogin(api);
  await press();
  await expectText(page.getByRole('alert'), 'Invalid username or password');
  const note = page.getByCss('[aria-live]');
  await expectText(note, 'Too many failed attempts. Try again in 2 minutes.');
  api.on('POST /login', { status: 500 });
  await press();
  await expectText(note, 'Something went wrong on the server. Try again in a moment.');
  await expectText(page.getByRole('alert'), 'Invalid username or password');
});
