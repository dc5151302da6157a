import {
  isUploadPath,
  placeholderColourFromName,
  sizeFromName,
  srcsetOf,
  UPLOADS_PATH,
} from '@longhand/contract/image-names';

/** Paths are on the API's host; everything else is an address already. */
export function imageUrl(reference: string, apiUrl: string): string {
  if (reference.startsWith('http')) return reference;
  return `${apiUrl}/${reference.replace(/^\//, '')}`;
}

const LINKING_TAG = /<(?:a|img|source|video|audio|track) [^>]*>/g;
const ATTRIBUTE = /([a-z-]+)="([^"]*)"/g;
const BEFORE_UPLOAD = new RegExp(`(^|[\\s,])(?=${UPLOADS_PATH})`, 'g');
const WITH_ADDRESSES = ['href', 'src', 'srcset', 'poster'];

/** The same for what a post's HTML shows and links to: in the addresses, not in what is said of them. */
export function withImageHost(html: string, apiUrl: string): string {
  if (apiUrl === '') return html;
  return html.replace(LINKING_TAG, (tag) =>
    tag.replace(ATTRIBUTE, (attribute, name: string, value: string) =>
      WITH_ADDRESSES.includes(name)
        ? `${name}="${value.replace(BEFORE_UPLOAD, (before) => before + apiUrl)}"`
        : attribute,
    ),
  );
}

/** How wide a picture is shown, in the words of `sizes`. */
export const SIZES = {
  lead: '(width >= 80rem) 41rem, (width >= 56rem) 52vw, 100vw',
  card: '(width >= 80rem) 23rem, (width >= 64rem) 29vw, (width >= 40rem) 45vw, calc(100vw - 2.5rem)',
  article: '(width >= 65.25rem) 60rem, (width >= 40rem) 92vw, 100vw',
} as const;

export type Place = keyof typeof SIZES;

/** Where the size is not known, the box of 3:2 that every list reserves. */
const DEFAULT_SIZE = { width: 1200, height: 800 };

/** Everything that a `Picture` needs to show a reference in its place, no larger than it must be. */
export function imageAttributes(reference: string, place: Place, apiUrl: string) {
  const src = imageUrl(reference, apiUrl);
  const size = sizeFromName(reference);
  if (!size || !isUploadPath(reference)) return { src, ...DEFAULT_SIZE };
  const tint = placeholderColourFromName(reference);
  return {
    src,
    tint: tint && `tint-${tint}`,
    avif: srcsetOf(src, 'avif'),
    srcSet: [srcsetOf(src, 'webp'), `${src} ${size.width}w`].filter(Boolean).join(', '),
    sizes: SIZES[place],
    ...size,
  };
}
