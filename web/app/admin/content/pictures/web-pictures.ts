import { findTags } from '../html/html-tags.ts';
import type { Edit } from '../html/text-edits.ts';
import { addressOf, sourceRange } from './figure-texts.ts';

/** The addresses of the pictures in some HTML that other sites have. */
export function webPictures(html: string, ownOrigins: readonly string[]): string[] {
  const images = findTags(html).filter(({ name }) => name === 'img');
  const addresses = images.map((image) => addressOf(html, image));
  return addresses.filter((address) => {
    const url = URL.parse(address);
    return /^https?:$/.test(url?.protocol ?? '') && !ownOrigins.includes(url?.origin ?? '');
  });
}

/** The edits that put another address in the place of one, from the end to the start. */
export function sourceEdits(text: string, source: string, escaped: string): Edit[] {
  return findTags(text)
    .filter((tag) => tag.name === 'img' && addressOf(text, tag) === source)
    .map((image) => sourceRange(text, image))
    .filter((range) => range !== undefined)
    .map((range) => ({ ...range, text: escaped }))
    .toReversed();
}

const QUALITY = 0.92;

function nameOf(source: string): string {
  const last = URL.parse(source)?.pathname.split('/').at(-1) ?? '';
  return `${last.replace(/\.\w+$/, '') || 'picture'}.webp`;
}

/** Loads the picture as a page of that site's would not be: without cookies and without our address. */
async function load(source: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.crossOrigin = 'anonymous';
  image.referrerPolicy = 'no-referrer';
  image.src = source;
  await image.decode();
  return image;
}

/**
 * The picture as a file; null if its site does not let other sites read it. The browser copies it, not the
 * server, which would have to open any address (see decision 0099). A GIF could lose its movement.
 */
export async function copyWebPicture(source: string): Promise<File | null> {
  if (/\.gif$/i.test(URL.parse(source)?.pathname ?? '')) return null;
  try {
    const image = await load(source);
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
