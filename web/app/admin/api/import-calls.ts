import type { ImportOptions, ImportRun, ListedImportRun } from '@longhand/contract/imports';
import { authorised, list, parse, request } from './request.ts';
import { sendFile } from './send-file.ts';

const PATH = '/admin/imports';

export const importCalls = {
  /** Sorted newest first. */
  listImports: () => list<ListedImportRun>(PATH),
  findImport: (id: string, signal?: AbortSignal) =>
    request<ImportRun>('GET', `${PATH}/${id}`, { ...(signal && { signal }) }),
  startImport: (id: string, body: ImportOptions) =>
    request<ImportRun>('POST', `${PATH}/${id}/start`, { body }),
  deleteImport: (id: string) => request<undefined>('DELETE', `${PATH}/${id}`),
  async uploadImport(
    file: File,
    onProgress: (fraction: number) => void,
    signal: AbortSignal,
  ): Promise<ImportRun> {
    const path = `${PATH}?${new URLSearchParams({ name: file.name })}`;
    const send = sendFile(file, { path, onProgress, signal, type: 'application/octet-stream' });
    return parse(await authorised(`POST ${PATH}`, send));
  },
};
