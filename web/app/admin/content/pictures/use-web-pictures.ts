import { useState } from 'react';
import { useSite } from '../../../reader/site/site.ts';
import type { Upload } from './use-upload.ts';
import { copyWebPicture, webPictures } from './web-pictures.ts';

type State = {
  /** Addresses of pictures that were pasted and are on other sites. */
  readonly found: readonly string[];
  readonly status: 'asking' | 'copying';
  /** Those that their sites do not give to others. */
  readonly failed: readonly string[];
};

const NONE: State = { found: [], status: 'asking', failed: [] };

/** Pasted pictures of other sites, which are copied into the library if the owner says so. */
export function useWebPictures(upload: Upload, replace: (source: string, url: string) => void) {
  const [state, setState] = useState(NONE);
  const { apiUrl } = useSite();

  function note(html: string): void {
    const own = [location.origin, URL.parse(apiUrl)?.origin ?? ''];
    const added = webPictures(html, own);
    if (added.length === 0) return;
    setState(({ found }) => ({ ...NONE, found: [...new Set([...found, ...added])] }));
  }

  async function copy(): Promise<void> {
    const { found } = state;
    setState({ ...state, status: 'copying' });
    const failed: string[] = [];
    for (const source of found) {
      const file = await copyWebPicture(source);
      const url = file && (await upload.send(file));
      if (url) replace(source, url);
      else failed.push(source);
    }
    setState({ ...NONE, failed });
  }

  return { ...state, note, copy, dismiss: () => setState(NONE) };
}

export type WebPictures = ReturnType<typeof useWebPictures>;
