import { sizeFromName, srcsetOf } from '@longhand/contract/image-names';

/** Paths are on the API's host; everything else is an address already. */
export function imageUrl(reference: string, apiUrl: string): string {
  if (reference.startsWith('http')) return reference;
  return `${apiUrl}/${reference.replace(/^\//, '')}`;
}

/** The same for the images within a post's HTML. */
export function withImageHost(html: string, apiUrl: string): string {
  return apiUrl === '' ? html : html.replaceAll('src="/uploads/', `src="${apiUrl}/uploads/`);
}

/** How wide a picture is shown, in the words of `sizes`. */
export const SIZES = {
  lead: '(width >= 80rem) 41rem, (width >= 56rem) 52vw, 100vw',
  card: '(width >= 80rem) 23rem, (width >= 64rem) 30vw, (width >= 40rem) 45vw, 100vw',
  article: '(width >= 67rem) 60rem, 100vw',
} as const;

export type Place = keyof typeof SIZES;

/** Where the size is not known, the box of 3:2 that every list reserves. */
const DEFAULT_SIZE = { width: 1200, height: 800 };

/** Everything that an `img` needs to show a reference in its place, no larger than it must be. */
export function imageAttributes(reference: string, place: Place, apiUrl: string) {
  const src = imageUrl(reference, apiUrl);
  const size = sizeFromName(reference);
  if (!size || !reference.startsWith('/uploads/')) return { src, ...DEFAULT_SIZE };
  return {
    src,
    srcSet: [srcsetOf(src, 'webp'), `${src} ${size.width}w`].filter(Boolean).join(', '),
    sizes: SIZES[place],
    ...size,
  };
}
