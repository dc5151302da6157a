import type { Page, TrashedPage } from '@longhand/contract/pages/pages';
import { expect } from 'vitest';
import type { TestDatabase } from './dialects.ts';
import { startTestApp } from './test-app.ts';

type Fields = Record<string, unknown>;

/** The app with calls of pages. */
export async function startWithPages(
  open: () => Promise<TestDatabase>,
  settings: Record<string, string> = {},
) {
  const site = await startTestApp(open, settings);
  const token = await site.login();
  const url = '/api/admin/pages';
  const call = (
    method: 'DELETE' | 'POST' | 'PUT',
    path: string,
    payload?: Fields,
    match?: string,
  ) =>
    site.request(
      {
        method,
        url: `/api/admin/${path}`,
        ...(payload && { payload }),
        ...(match && { headers: { 'if-match': match } }),
      },
      token,
    );
  const tryToCreate = (fields: Fields) => call('POST', 'pages', fields);
  const tryToUpdate = (id: string, fields: Fields, match?: string) =>
    call('PUT', `pages/${id}`, fields, match);
  const tryToDelete = (id: string) => call('DELETE', `pages/${id}`);
  const tryToRestore = (id: string) => call('POST', `trash/pages/${id}/restore`);
  const tryToDeleteForGood = (id: string) => call('DELETE', `trash/pages/${id}`);

  async function read(response: ReturnType<typeof call>, status: number) {
    const { statusCode, body } = await response;
    expect(statusCode, body).toBe(status);
    return body === '' ? undefined : JSON.parse(body);
  }
  return {
    ...site,
    ...{ token, tryToCreate, tryToUpdate, tryToDelete, tryToRestore, tryToDeleteForGood },
    readAsAdmin: (path: string) => site.get(`/api/admin/${path}`, token),
    listPages: async (): Promise<Page[]> => read(site.get(url, token), 200),
    findPage: async (id: string): Promise<Page> => read(site.get(`${url}/${id}`, token), 200),
    createPage: async (fields: Fields): Promise<Page> =>
      read(tryToCreate({ content: '<p>Its content</p>', ...fields }), 201),
    updatePage: async (id: string, fields: Fields): Promise<Page> =>
      read(tryToUpdate(id, fields), 200),
    deletePage: async (id: string): Promise<void> => read(tryToDelete(id), 204),
    restorePage: async (id: string): Promise<Page> => read(tryToRestore(id), 200),
    listTrash: async (): Promise<TrashedPage[]> =>
      read(site.get('/api/admin/trash/pages', token), 200),
  };
}
