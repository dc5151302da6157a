import { useLocation } from 'react-router';
import { page } from 'vitest/browser';
import EditorRoute, { clientLoader, shouldRevalidate } from '../app/routes/admin/editor.tsx';
import { createFakeApi, type FakeApi } from './fake-api.ts';
import { expectElement, painted } from './locators.ts';
import { mountRoutes } from './mount.tsx';

function Dashboard() {
  return <h1 data-search={useLocation().search}>Dashboard</h1>;
}

const ROUTES = [
  { path: 'admin', Component: Dashboard },
  {
    path: 'admin/posts/:action/:id?',
    Component: EditorRoute,
    loader: clientLoader,
    shouldRevalidate,
  },
] as unknown as Parameters<typeof mountRoutes>[0];

type Options = { id?: string; api?: FakeApi; site?: Parameters<typeof mountRoutes>[3] };

export const title = page.getByLabelText('Title*');
export const excerpt = page.getByLabelText('Excerpt*');
export const content = page.getByLabelText('Content*');

export function mountEditor({ id = '', api = createFakeApi(), site = {} }: Options = {}) {
  const path = id ? `/admin/posts/edit/${id}` : '/admin/posts/new';
  mountRoutes(ROUTES, path, api, site);
  return api;
}

/** The editor of a post that the API has, or of a new one. */
export async function openEditor(options: Options = {}) {
  const api = mountEditor(options);
  await expectElement(title).toBeVisible();
  // On a busy machine its effects, which listen to the text, run frames after it is visible.
  await painted();
  return api;
}
