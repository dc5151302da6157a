import { z } from 'zod';
import { text } from './text.ts';

export const MAX_UPLOAD_BYTES = 15 * 1024 * 1024;
export const MAX_MEGAPIXELS = 50;
export const MAX_URL_LENGTH = 2048;

/** The address in its one normal form, or null where it is not an absolute http(s) URL. */
export function normalizeImageUrl(value: string): string | null {
  const trimmed = value.trim();
  if (!/^https?:\/\//i.test(trimmed)) return null;
  const url = URL.parse(trimmed);
  return url && url.hostname !== '' ? url.href : null;
}

/** A path on the API's own host: one address, never a scheme, another host or a step upwards. */
function isLocalPath(value: string): boolean {
  return (
    /^\/?[\w.~!$&'()*+,;=@%-]+(?:\/[\w.~!$&'()*+,;=@%-]+)*$/.test(value) &&
    !/(^|\/)\.\.(\/|$)/.test(value)
  );
}

function isImageReference(value: string): boolean {
  return value.trim() === '' || normalizeImageUrl(value) !== null || isLocalPath(value);
}

/** What a post may name as its featured image; blank means none. */
export const imageReference = text(MAX_URL_LENGTH).refine(
  isImageReference,
  'must be an absolute http or https address, or the path of an uploaded image',
);

export const saveImageUrlInput = z
  .strictObject({
    image_url: text(MAX_URL_LENGTH).refine(
      (value) => normalizeImageUrl(value) !== null,
      'must be an absolute http or https address',
    ),
  })
  .meta({ id: 'SaveImageUrl' });

export const imageResponse = z.object({ url: z.string() }).meta({
  id: 'Image',
  description: 'Where the image is: a path on this host, or the address that was sent.',
});
