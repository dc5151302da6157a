import { sizeFromName } from '@longhand/contract/image-names';
import { escapeAttribute } from '@longhand/contract/search';
import { findTags } from '../html/html-tags.ts';
import type { Edit } from '../html/text-edits.ts';
import { addressOf, attributeOf } from './figure-texts.ts';
import type { PictureSource } from './use-pictures.ts';

/** The addresses of the pictures in some HTML that other sites have. */
export function webPictures(html: string, ownOrigins: readonly string[]): string[] {
  const images = findTags(html).filter(({ name }) => name === 'img');
  const addresses = images.map((image) => addressOf(html, image));
  return addresses.filter((address) => {
    const url = URL.parse(address);
    return /^https?:$/.test(url?.protocol ?? '') && !ownOrigins.includes(url?.origin ?? '');
  });
}

/** The edits that give pictures another address, and the size that this one tells. */
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
/** In milliseconds, for one picture. */
const LOAD_LIMIT = 20_000;

function nameOf(source: string): string {
  const last = URL.parse(source)?.pathname.split('/').at(-1) ?? '';
  return `${last.replace(/\.\w+$/, '') || 'picture'}.webp`;
}

/** Loads the picture as a page of that site's would not be: without cookies and without our address. */
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
export async function copyWebPicture(source: string, stop: AbortSignal): Promise<File | null> {
  if (/\.gif$/i.test(URL.parse(source)?.pathname ?? '')) return null;
  try {
    const image = await load(source, AbortSignal.any([stop, AbortSignal.timeout(LOAD_LIMIT)]));
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
