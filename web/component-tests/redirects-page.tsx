import { page } from 'vitest/browser';
import RedirectsRoute, { clientLoader, shouldRevalidate } from '../app/routes/admin/redirects.tsx';
import type { FakeApi } from './fake-api.ts';
import { expectElement } from './locators.ts';
import { mountRoutes } from './mount.tsx';

const ROUTES = [
  { path: 'admin/redirects', Component: RedirectsRoute, loader: clientLoader, shouldRevalidate },
] as unknown as Parameters<typeof mountRoutes>[0];

export const heading = page.getByRole('heading', { name: 'Redirects' });

export async function openRedirects(api: FakeApi): Promise<FakeApi> {
  mountRoutes(ROUTES, '/admin/redirects', api);
  await expectElement(heading).toBeVisible();
  return api;
}
