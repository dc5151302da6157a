import type { Redirect, RedirectImport, RedirectInput } from '@longhand/contract/redirect-list';
import { apiAddress } from '../../lib/browser-api.ts';
import { authorised, listPart, parse, request, type Send } from './request.ts';

const PATH = '/admin/redirects';
const at = (from: string) => `${PATH}?${new URLSearchParams({ from })}`;

const sendCsv =
  (init: RequestInit): Send =>
  async (headers) => {
    const response = await fetch(apiAddress(`${PATH}.csv`), {
      ...init,
      headers: { ...headers, ...init.headers },
    });
    return { status: response.status, body: await response.text() };
  };

export const redirectCalls = {
  /** The first part of those with the text, or the part that another one leads to. */
  listRedirects: (q: string, next: string | null, signal?: AbortSignal) =>
    listPart<Redirect>(next ?? `${PATH}?${new URLSearchParams(q === '' ? {} : { q })}`, {
      ...(signal && { signal }),
    }),
  addRedirect: (body: RedirectInput) => request<Redirect>('POST', PATH, { body }),
  changeRedirect: (from: string, body: RedirectInput) =>
    request<Redirect>('PUT', at(from), { body }),
  removeRedirect: (from: string) => request<undefined>('DELETE', at(from)),
  async importRedirects(csv: Blob): Promise<RedirectImport> {
    const init = { method: 'POST', headers: { 'content-type': 'text/csv' }, body: csv };
    return parse(await authorised(`POST ${PATH}.csv`, sendCsv(init)));
  },
  exportRedirects: async () => (await authorised(`GET ${PATH}.csv`, sendCsv({}))).body,
};
