import { page } from 'vitest/browser';
import EventsRoute, { clientLoader, shouldRevalidate } from '../app/routes/admin/events.tsx';
import type { FakeApi } from './fake-api.ts';
import { expectElement } from './locators.ts';
import { mountRoutes } from './mount.tsx';

const ROUTES = [
  { path: 'admin/events', Component: EventsRoute, loader: clientLoader, shouldRevalidate },
] as unknown as Parameters<typeof mountRoutes>[0];

export async function openEvents(api: FakeApi): Promise<void> {
  mountRoutes(ROUTES, '/admin/events', api);
  await expectElement(page.getByRole('heading', { name: 'What happened' })).toBeVisible();
}
