import type { StoredImage } from '@longhand/contract/images';
import { useEffect, useRef, useState } from 'react';
import { adminApi } from '../../api/admin-api.ts';
import { logFailure } from '../../ui/alerts.ts';

type State = {
  readonly images: readonly StoredImage[];
  /** Null at the end. */
  readonly next: string | null;
  readonly status: 'loading' | 'ready' | 'failed';
};

/** Uploads, the newest first, page by page. */
export function useImageList() {
  const [state, setState] = useState<State>({ images: [], next: null, status: 'loading' });
  const request = useRef(new AbortController());

  async function load(before: string | null): Promise<void> {
    const { signal } = request.current;
    setState((now) => ({ ...now, status: 'loading' }));
    try {
      const page = await adminApi.listImages(before, signal);
      if (signal.aborted) return;
      setState((now) => ({
        images: before === null ? page.images : [...now.images, ...page.images],
        next: page.next,
        status: 'ready',
      }));
    } catch (error) {
      if (signal.aborted) return;
      logFailure(error);
      setState((now) => ({ ...now, status: 'failed' }));
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once
  useEffect(() => {
    const controller = new AbortController();
    request.current = controller;
    void load(null);
    return () => controller.abort();
  }, []);

  /** The next page, or the one that failed. */
  return { ...state, loadMore: () => load(state.images.length === 0 ? null : state.next) };
}
