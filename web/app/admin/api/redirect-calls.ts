import type { Redirect, RedirectImport, RedirectInput } from '@longhand/contract/redirect-list';
import { downloadCsv, uploadCsv } from './csv-calls.ts';
import { listPart, request } from './request.ts';

const PATH = '/admin/redirects';
const at = (from: string) => `${PATH}?${new URLSearchParams({ from })}`;

export const redirectCalls = {
  /** `next` is the path of the next part; null asks for the first one. */
  listRedirects: (q: string, next: string | null, signal?: AbortSignal) =>
    listPart<Redirect>(next ?? `${PATH}?${new URLSearchParams(q === '' ? {} : { q })}`, {
      ...(signal && { signal }),
    }),
  addRedirect: (body: RedirectInput) => request<Redirect>('POST', PATH, { body }),
  changeRedirect: (from: string, body: RedirectInput) =>
    request<Redirect>('PUT', at(from), { body }),
  removeRedirect: (from: string) => request<undefined>('DELETE', at(from)),
  importRedirects: (csv: Blob) => uploadCsv<RedirectImport>(`${PATH}.csv`, csv),
  exportRedirects: () => downloadCsv(`${PATH}.csv`),
};
