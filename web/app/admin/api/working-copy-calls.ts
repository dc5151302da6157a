import type { WorkingCopy } from '@longhand/contract/working-copies';
import { request } from './request.ts';

export type AnyWorkingCopy = Omit<WorkingCopy, 'form' | 'post_id'> & { readonly form: object };

export function createCopyCalls(path: string) {
  return {
    async find(id: string, isBackground = false): Promise<AnyWorkingCopy | undefined> {
      const query = `${path}?id=${encodeURIComponent(id)}`;
      const [found] = await request<AnyWorkingCopy[]>('GET', query, { isBackground });
      return found;
    },
    /** `expected` is the version to replace; null if there must be none yet. */
    save: (
      id: string,
      body: { readonly base_version: number; readonly form: object },
      { expected, isLeaving }: { expected: number | null; isLeaving: boolean },
    ) =>
      request<AnyWorkingCopy>('PUT', `${path}/${id}`, {
        body,
        headers: expected === null ? { 'if-none-match': '*' } : { 'if-match': `"${expected}"` },
        isBackground: true,
        isLeaving,
      }),
    /** A null version deletes any version. */
    delete: (id: string, version: number | null, isBackground = false) =>
      request<undefined>('DELETE', `${path}/${id}`, {
        headers: { 'if-match': version === null ? '*' : `"${version}"` },
        isBackground,
      }),
  };
}

export type CopyCalls = ReturnType<typeof createCopyCalls>;
