import { shortHash } from './hash.ts';

/** Raised when the pictures are drawn in another way: their addresses change, and they are made anew. */
const DRAWING = 1;

export type Pictured = {
  readonly slug: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly featured_image: string | null;
};

/** Where the picture is that other sites show of a post: another address for everything that it shows. */
export function socialPicturePath({ slug, title, tags, featured_image }: Pictured): string {
  const shown = JSON.stringify([DRAWING, title, tags[0] ?? null, featured_image]);
  return `/social/${slug}-${shortHash(shown)}.jpg`;
}

/** The slug in the name of a picture, whichever version of it that is. */
export function slugOfSocialPicture(name: string): string | undefined {
  return /^(.+)-[0-9a-f]{8}\.jpg$/.exec(name)?.[1];
}
