import type { PageWorkingCopySummary } from '@longhand/contract/page-working-copies';
import type {
  ListedPage,
  NewPageInput,
  Page,
  PageInput,
  PageVersion,
  TrashedPage,
} from '@longhand/contract/pages';
import { list, listAllParts, listPart, request, savedCopy } from './request.ts';

export const pageCalls = {
  /** Whole, in their order. */
  listPages: () => list<Page>('/admin/pages'),
  findPage: (id: string) => request<Page>('GET', `/admin/pages/${id}`),
  /** Without their texts. */
  listPageSummaries: (signal: AbortSignal) =>
    list<ListedPage>('/pages', { signal, isBackground: true }),
  createPage: (input: NewPageInput) => request<Page>('POST', '/admin/pages', { body: input }),
  /** Only over the version, if one is given. */
  updatePage: (id: string, input: PageInput, version?: number, copy?: number) =>
    request<Page>('PUT', `/admin/pages/${id}`, {
      body: input,
      headers: {
        ...(version !== undefined && { 'if-match': `"${version}"` }),
        ...savedCopy(copy),
      },
    }),
  listPageCopies: () => list<PageWorkingCopySummary>('/admin/page-working-copies'),
  deletePage: (id: string) => request<undefined>('DELETE', `/admin/pages/${id}`),
  listTrashedPages: () => listAllParts<TrashedPage>('/admin/trash/pages'),
  restorePage: (id: string) => request<Page>('POST', `/admin/trash/pages/${id}/restore`),
  /** From the newest, or the part that another one leads to. */
  listPageVersions: (id: string, limit: number, next: string | null) =>
    listPart<PageVersion>(next ?? `/admin/pages/${id}/revisions?limit=${limit}`),
  findPageVersion: (id: string, version: number) =>
    request<Page>('GET', `/admin/pages/${id}/revisions/${version}`),
};
