import { page } from 'vitest/browser';
import DashboardRoute, { clientLoader, shouldRevalidate } from '../app/routes/admin/dashboard.tsx';
import { createFakeApi, type FakeApi } from './fake-api.ts';
import { expectElement } from './locators.ts';
import { mountRoutes } from './mount.tsx';

const ROUTES = [
  { path: 'admin', Component: DashboardRoute, loader: clientLoader, shouldRevalidate },
  { path: '*', Component: () => <h1>Elsewhere</h1> },
] as unknown as Parameters<typeof mountRoutes>[0];

export const heading = page.getByRole('heading', { name: 'Admin Dashboard' });
export const titles = page.getByRole('rowheader');
export const status = page.getByRole('status');
export const rowOf = (title: string) => page.getByRole('row', { name: title, exact: false });
export const inRow = (title: string, action: string) =>
  rowOf(title).getByRole('button', { name: action, exact: false });
export const inBar = (action: string) =>
  page.getByRole('region', { name: 'Selected posts' }).getByRole('button', { name: action });

export async function openDashboard({
  api = createFakeApi(),
  search = '',
  state,
  site,
}: {
  api?: FakeApi;
  search?: string;
  /** What the editor hands over. */
  state?: unknown;
  site?: Parameters<typeof mountRoutes>[3];
} = {}): Promise<FakeApi> {
  mountRoutes(ROUTES, { pathname: '/admin', search, state }, api, site);
  await expectElement(heading).toBeVisible();
  return api;
}
