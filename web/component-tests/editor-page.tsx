import { page } from 'vitest/browser';
import EditorRoute, { clientLoader, shouldRevalidate } from '../app/routes/admin/editor.tsx';
import { createFakeApi } from './fake-api.ts';
import { expectElement, painted } from './locators.ts';
import { mountRoutes } from './mount.tsx';

const ROUTES = [
  { path: 'admin', Component: () => <h1>Dashboard</h1> },
  {
    path: 'admin/posts/:action/:id?',
    Component: EditorRoute,
    loader: clientLoader,
    shouldRevalidate,
  },
] as unknown as Parameters<typeof mountRoutes>[0];

export const title = page.getByLabelText('Title*');
export const excerpt = page.getByLabelText('Excerpt*');
export const content = page.getByLabelText('Content*');

export function mountEditor({ id = '', api = createFakeApi() } = {}) {
  const path = id ? `/admin/posts/edit/${id}` : '/admin/posts/new';
  mountRoutes(ROUTES, path, api);
  return api;
}

/** The editor of a post that the API has, or of a new one. */
export async function openEditor(options: Parameters<typeof mountEditor>[0] = {}) {
  const api = mountEditor(options);
  await expectElement(title).toBeVisible();
  // On a busy machine its effects, which listen to the text, run frames after it is visible.
  await painted();
  return api;
}
