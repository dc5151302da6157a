import type { WorkingCopy } from '@longhand/contract/working-copies';
import { request } from './request.ts';

/** Of a post or a page. */
export type AnyWorkingCopy = Omit<WorkingCopy, 'form' | 'post_id'> & { readonly form: object };

/** For the working copies of posts, or of pages. */
export function createCopyCalls(path: string) {
  return {
    /** Undefined if there is none. */
    async find(id: string, isBackground = false): Promise<AnyWorkingCopy | undefined> {
      const query = `${path}?id=${encodeURIComponent(id)}`;
      const [found] = await request<AnyWorkingCopy[]>('GET', query, { isBackground });
      return found;
    },
    /** Replaces the version that is expected; null if there must be none yet. */
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
    /** Only this version of it, or whatever it is. */
    delete: (id: string, version: number | null, isBackground = false) =>
      request<undefined>('DELETE', `${path}/${id}`, {
        headers: { 'if-match': version === null ? '*' : `"${version}"` },
        isBackground,
      }),
  };
}

export type CopyCalls = ReturnType<typeof createCopyCalls>;
