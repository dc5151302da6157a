import { page } from 'vitest/browser';
import ImportRoute, { clientLoader, shouldRevalidate } from '../app/routes/admin/import.tsx';
import type { FakeApi } from './fake-api.ts';
import { expectElement } from './locators.ts';
import { mountRoutes } from './mount.tsx';

const ROUTES = [
  { path: 'admin/import', Component: ImportRoute, loader: clientLoader, shouldRevalidate },
] as unknown as Parameters<typeof mountRoutes>[0];

export async function openImport(api: FakeApi): Promise<FakeApi> {
  mountRoutes(ROUTES, '/admin/import', api);
  await expectElement(page.getByRole('heading', { name: 'Import', exact: true })).toBeVisible();
  return api;
}
