import type {
  NewPageInput,
  Page,
  PageInput,
  PageSummary,
  PageVersion,
  TrashedPage,
} from '@longhand/contract/pages';
import { list, request } from './request.ts';

export const pageCalls = {
  /** Whole, in their order. */
  listPages: () => list<Page>('/admin/pages'),
  findPage: (id: string) => request<Page>('GET', `/admin/pages/${id}`),
  /** Without their texts. */
  listPageSummaries: (signal: AbortSignal) =>
    list<PageSummary>('/pages', { signal, isBackground: true }),
  createPage: (input: NewPageInput) => request<Page>('POST', '/admin/pages', { body: input }),
  /** Only over the version, if one is given. */
  updatePage: (id: string, input: PageInput, version?: number) =>
    request<Page>('PUT', `/admin/pages/${id}`, {
      body: input,
      ...(version !== undefined && { headers: { 'if-match': `"${version}"` } }),
    }),
  deletePage: (id: string) => request<undefined>('DELETE', `/admin/pages/${id}`),
  listTrashedPages: () => list<TrashedPage>('/admin/trash/pages'),
  restorePage: (id: string) => request<Page>('POST', `/admin/trash/pages/${id}/restore`),
  listPageVersions: (id: string) => list<PageVersion>(`/admin/pages/${id}/revisions`),
  findPageVersion: (id: string, version: number) =>
    request<Page>('GET', `/admin/pages/${id}/revisions/${version}`),
};
