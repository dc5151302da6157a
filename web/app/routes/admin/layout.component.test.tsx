import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectElement } from '../../../component-tests/locators.ts';
import { mountRoutes } from '../../../component-tests/mount.tsx';
import { TOKEN_KEY } from '../../lib/read-token.ts';
import { removeToken, storeToken } from '../../lib/session.ts';
import AdminLayout from './layout.tsx';
import Login from './login.tsx';

const ROUTES = [
  { path: 'login', Component: Login },
  {
    Component: AdminLayout,
    children: [
      { path: 'admin', Component: () => <h1>Admin Dashboard</h1> },
      { path: 'admin/pages', Component: () => <h1>Pages</h1> },
    ],
  },
] as unknown as Parameters<typeof mountRoutes>[0];

const heading = (name: string) => page.getByRole('heading', { name });
const ended = page.getByText(/you were logged out in another tab/);

test('a session that ended in another tab says so at the login, and the login leads on', async () => {
  const api = mountRoutes(ROUTES, '/admin/pages');
  api.on('POST /login', { json: { access_token: 'a-token' } });
  await expectElement(heading('Pages')).toBeVisible();
  localStorage.removeItem(TOKEN_KEY);
  window.dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEY, newValue: null }));
  await expectElement(heading('Admin Login')).toBeVisible();
  await expectElement(ended).toBeVisible();
  await page.getByLabelText('Username').fill('admin');
  await page.getByLabelText('Password').fill('a-password');
  await page.getByRole('button', { name: 'Login' }).click();
  await expectElement(heading('Pages')).toBeVisible();
});

test('a logout in this tab says nothing', async () => {
  mountRoutes(ROUTES, '/admin');
  await expectElement(heading('Admin Dashboard')).toBeVisible();
  removeToken();
  await expectElement(heading('Admin Login')).toBeVisible();
  expect(ended.query()).toBeNull();
  storeToken('a-token');
});

test('the navigation is one line on a phone', async () => {
  await page.viewport(360, 667);
  mountRoutes(ROUTES, '/admin');
  const links = page.getByRole('navigation', { name: 'Admin' }).getByRole('link');
  await expectElement(links.first()).toBeVisible();
  await document.fonts.ready;
  const tops = () => new Set(links.elements().map((link) => link.getBoundingClientRect().top)).size;
  await expect.poll(tops).toBe(1);
});
