import {
  isUploadPath,
  placeholderColourFromName,
  sizeFromName,
  srcsetOf,
  UPLOADS_PATH,
} from '@longhand/contract/media/image-names';

/** Paths are on the API's host; everything else is a URL already. */
export function imageUrl(reference: string, apiUrl: string): string {
  if (reference.startsWith('http')) return reference;
  return `${apiUrl}/${reference.replace(/^\//, '')}`;
}

const LINKING_TAG = /<(?:a|img|source|video|audio|track) [^>]*>/g;
const ATTRIBUTE = /(?<![a-z-])([a-z-]+)="([^"]*)"/g;
const BEFORE_UPLOAD = new RegExp(`(^|[\\s,])(?=${UPLOADS_PATH})`, 'g');
const URL_ATTRIBUTES = ['href', 'src', 'srcset', 'poster'];

/** Changes only attributes that hold URLs, not the text. */
export function withImageHost(html: string, apiUrl: string): string {
  if (apiUrl === '') return html;
  return html.replace(LINKING_TAG, (tag) =>
    tag.replace(ATTRIBUTE, (attribute, name: string, value: string) =>
      URL_ATTRIBUTES.includes(name)
        ? `${name}="${value.replace(BEFORE_UPLOAD, (before) => before + apiUrl)}"`
        : attribute,
    ),
  );
}

/**
 * The `sizes` attribute of each slot. On a phone with a dense screen it is a little less than the
 * picture takes: nobody sees the difference, and the file is often much smaller.
 */
const SIZES = {
  lead: '(width >= 80rem) 41rem, (width >= 56rem) 52vw, (resolution >= 1.5x) 85vw, 100vw',
  card: '(width >= 80rem) 23rem, (width >= 64rem) 29vw, (width >= 40rem) 45vw, (resolution >= 1.5x) calc(85vw - 2rem), calc(100vw - 2.5rem)',
  article: '(width >= 65.25rem) 60rem, (width >= 40rem) 92vw, (resolution >= 1.5x) 85vw, 100vw',
} as const;

export type ImageSlot = keyof typeof SIZES;

/** The size of remote images is not known. */
const DEFAULT_SIZE = { width: 1200, height: 800 };

export function imageAttributes(reference: string, slot: ImageSlot, apiUrl: string) {
  const src = imageUrl(reference, apiUrl);
  const size = sizeFromName(reference);
  if (!size || !isUploadPath(reference)) return { src, ...DEFAULT_SIZE };
  const colour = placeholderColourFromName(reference);
  return {
    src,
    placeholderClass: colour && `tint-${colour}`,
    avif: srcsetOf(src, 'avif'),
    srcSet: [srcsetOf(src, 'webp'), `${src} ${size.width}w`].filter(Boolean).join(', '),
    sizes: SIZES[slot],
    ...size,
  };
}
