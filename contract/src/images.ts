import { z } from 'zod';
import { text } from './text.ts';

export const MAX_URL_LENGTH = 2048;

/** Null if it is not an absolute http(s) URL. */
export function normalizeImageUrl(value: string): string | null {
  const trimmed = value.trim();
  if (!/^https?:\/\//i.test(trimmed)) return null;
  const url = URL.parse(trimmed);
  return url && url.href.length <= MAX_URL_LENGTH ? url.href : null;
}

const PATH_PART = "[\\w.~!$&'()*+,;=@%-]+";
const PATH = new RegExp(`^/?${PATH_PART}(?:/${PATH_PART})*$`);

/** A path on this host: no scheme, no other host, no `..` in any encoding. */
function isLocalPath(value: string): boolean {
  const segments = value.replace(/%2e/gi, '.').split('/');
  return PATH.test(value) && !/^http/i.test(value) && !segments.includes('..');
}

function isImageReference(value: string): boolean {
  return value.trim() === '' || normalizeImageUrl(value) !== null || isLocalPath(value);
}

/** Blank means no image. */
export const imageReference = text(MAX_URL_LENGTH).refine(
  isImageReference,
  'must be an absolute http or https address, or the path of an uploaded image',
);

export const saveImageUrlInput = z
  .strictObject({
    // The real limit applies to the normal form; its length can differ.
    image_url: text(16 * MAX_URL_LENGTH).refine(
      (value) => normalizeImageUrl(value) !== null,
      `must be an absolute http or https address of at most ${MAX_URL_LENGTH} characters`,
    ),
  })
  .meta({ id: 'SaveImageUrl' });

export const imageResponse = z.object({ url: z.string() }).meta({
  id: 'Image',
  description: 'Where the image is: a path on this host, or the address that was sent.',
});
