import { sizeFromName } from '@longhand/contract/media/image-names';
import { escapeAttribute } from '@longhand/contract/posts/search';
import { useEffect, useRef, useState } from 'react';
import { useSite } from '../../../reader/site/site.ts';
import type { ContentEditor } from '../editor-view.ts';
import { findTags } from '../html/html-tags.ts';
import type { Edit } from '../html/text-edits.ts';
import { addressOf, attributeOf } from './figure-html.ts';
import type { PictureSource } from './use-pictures.ts';
import type { Upload } from './use-upload.ts';

type State = {
  /** The addresses of pasted pictures that are on other sites. */
  readonly found: readonly string[];
  readonly copyingCount: number;
  /** The addresses that their sites do not let others read. */
  readonly failed: readonly string[];
};

const NONE: State = { found: [], copyingCount: 0, failed: [] };

type Options = Pick<ContentEditor, 'waitFor'> & {
  readonly upload: Upload;
  readonly replace: (picture: PictureSource, url: string) => void;
};

/** Pasted pictures of other sites are copied into the library if the owner agrees. */
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
    // Not all at the end, because one may be pasted again meanwhile.
    setState(({ found, copyingCount, failed }) => ({
      found: found.filter((each) => each !== source),
      copyingCount,
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
    setState((now) => ({ ...now, copyingCount: sources.length }));
    await waitFor(copyAll(sources, controller.signal));
    if (controller.signal.aborted) return;
    stop.current = null;
    setState((now) => ({ ...now, copyingCount: 0 }));
  }

  return {
    ...state,
    note,
    copy,
    dismiss(): void {
      stop.current?.abort();
      stop.current = null;
      setState(({ failed }) => ({ ...NONE, failed }));
    },
    dismissFailed: () => setState((now) => ({ ...now, failed: [] })),
  };
}

export type WebPictures = ReturnType<typeof useWebPictures>;

export function webPictures(html: string, ownOrigins: readonly string[]): string[] {
  const images = findTags(html).filter(({ name }) => name === 'img');
  const addresses = images.map((image) => addressOf(html, image));
  return addresses.filter((address) => {
    const url = URL.parse(address);
    return /^https?:$/.test(url?.protocol ?? '') && !ownOrigins.includes(url?.origin ?? '');
  });
}

/** Also sets the size that the name of the new file contains. */
export function sourceEdits(text: string, { source, index }: PictureSource, url: string): Edit[] {
  const values = { src: escapeAttribute(url), ...sizeFromName(url) };
  return findTags(text)
    .filter((tag) => tag.name === 'img' && addressOf(text, tag) === source)
    .filter((_image, each) => index === undefined || index === each)
    .flatMap((image) =>
      Object.entries(values).flatMap(([name, value]) => {
        const range = attributeOf(text, image, name);
        return range ? { ...range, text: String(value) } : [];
      }),
    );
}

const QUALITY = 0.92;
const LOAD_LIMIT_MS = 20_000;

function nameOf(source: string): string {
  const last = URL.parse(source)?.pathname.split('/').at(-1) ?? '';
  return `${last.replace(/\.\w+$/, '') || 'picture'}.webp`;
}

/** Sends neither cookies nor our address to the other site. */
async function load(source: string, signal: AbortSignal): Promise<HTMLImageElement> {
  const image = new Image();
  image.crossOrigin = 'anonymous';
  image.referrerPolicy = 'no-referrer';
  image.src = source;
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = () => {
    reject(signal.reason);
    // Ends the download.
    image.src = '';
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  await Promise.race([image.decode(), stopped]);
  signal.removeEventListener('abort', stop);
  return image;
}

/**
 * The picture as a file; null if its site does not let other sites read it, or does not answer. The browser copies it, not the
 * server, which would have to open any address (see decision 0099). A GIF could lose its movement.
 */
async function copyWebPicture(source: string, stop: AbortSignal): Promise<File | null> {
  if (/\.gif$/i.test(URL.parse(source)?.pathname ?? '')) return null;
  try {
    const image = await load(source, AbortSignal.any([stop, AbortSignal.timeout(LOAD_LIMIT_MS)]));
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/webp', QUALITY),
    );
    return blob && new File([blob], nameOf(source), { type: blob.type });
  } catch {
    return null;
  }
}
