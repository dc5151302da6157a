import { useEffect, useRef, useState } from 'react';
import { useSite } from '../../../reader/site/site.ts';
import type { ContentEditor } from '../content-editor.ts';
import type { PictureSource } from './use-pictures.ts';
import type { Upload } from './use-upload.ts';
import { copyWebPicture, webPictures } from './web-pictures.ts';

type State = {
  /** Addresses of pictures that were pasted and are on other sites. */
  readonly found: readonly string[];
  /** How many are being copied. */
  readonly copying: number;
  /** Those that their sites do not give to others. */
  readonly failed: readonly string[];
};

const NONE: State = { found: [], copying: 0, failed: [] };

type Options = Pick<ContentEditor, 'waitFor'> & {
  readonly upload: Upload;
  readonly replace: (picture: PictureSource, url: string) => void;
};

/** Pasted pictures of other sites, which are copied into the library if the owner says so. */
export function useWebPictures({ upload, waitFor, replace }: Options) {
  const [state, setState] = useState(NONE);
  const { apiUrl } = useSite();
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  function note(html: string): void {
    const own = [location.origin, URL.parse(apiUrl)?.origin ?? ''];
    const added = webPictures(html, own);
    if (added.length === 0) return;
    setState((now) => ({ ...now, found: [...new Set([...now.found, ...added])] }));
  }

  async function copyOne(source: string, signal: AbortSignal): Promise<void> {
    const file = await copyWebPicture(source, signal);
    const url = file && !signal.aborted ? await upload.send(file) : null;
    if (signal.aborted) return;
    if (url) replace({ source }, url);
    // Not all at the end: it may be pasted again meanwhile.
    setState(({ found, copying, failed }) => ({
      found: found.filter((each) => each !== source),
      copying,
      failed: url ? failed : [...failed, source],
    }));
  }

  async function copyAll(sources: readonly string[], signal: AbortSignal): Promise<void> {
    for (const source of sources) {
      if (!signal.aborted) await copyOne(source, signal);
    }
  }

  async function copy(sources: readonly string[]): Promise<void> {
    if (stop.current) return;
    const controller = new AbortController();
    stop.current = controller;
    setState((now) => ({ ...now, copying: sources.length }));
    await waitFor(copyAll(sources, controller.signal));
    if (controller.signal.aborted) return;
    stop.current = null;
    setState((now) => ({ ...now, copying: 0 }));
  }

  return {
    ...state,
    note,
    copy,
    /** Also ends the copying. */
    dismiss(): void {
      stop.current?.abort();
      stop.current = null;
      setState(({ failed }) => ({ ...NONE, failed }));
    },
    dismissFailed: () => setState((now) => ({ ...now, failed: [] })),
  };
}

export type WebPictures = ReturnType<typeof useWebPictures>;
