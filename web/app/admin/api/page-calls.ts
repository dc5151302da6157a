import type {
  ListedPage,
  NewPageInput,
  Page,
  PageInput,
  PageVersion,
  TrashedPage,
} from '@longhand/contract/pages/pages';
import type { PageWorkingCopySummary } from '@longhand/contract/working-copies';
import { list, listAllParts, listPart, request, savedCopy } from './request.ts';

export const pageCalls = {
  /** Includes the texts; sorted by position. */
  listPages: () => list<Page>('/admin/pages'),
  findPage: (id: string) => request<Page>('GET', `/admin/pages/${id}`),
  listPageSummaries: (signal: AbortSignal) =>
    list<ListedPage>('/pages', { signal, isBackground: true }),
  createPage: (input: NewPageInput) => request<Page>('POST', '/admin/pages', { body: input }),
  /** Fails if the page has another version than the given one. */
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
  /** Sorted newest first; `next` is the path of the next part. */
  listPageVersions: (id: string, limit: number, next: string | null) =>
    listPart<PageVersion>(next ?? `/admin/pages/${id}/revisions?limit=${limit}`),
  findPageVersion: (id: string, version: number) =>
    request<Page>('GET', `/admin/pages/${id}/revisions/${version}`),
};
