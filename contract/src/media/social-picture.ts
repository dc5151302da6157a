import { shortHash } from '../hash.ts';

/** Raise this when the design changes: the new URLs make all pictures be drawn again. */
const DESIGN_VERSION = 1;

export type Pictured = {
  readonly slug: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly featured_image: string | null;
};

/** The URL changes with everything the picture shows. */
export function socialPicturePath({ slug, title, tags, featured_image }: Pictured): string {
  const shown = JSON.stringify([DESIGN_VERSION, title, tags[0] ?? null, featured_image]);
  return `/social/${slug}-${shortHash(shown)}.jpg`;
}

export function slugOfSocialPicture(name: string): string | undefined {
  return /^(.+)-[0-9a-f]{8}\.jpg$/.exec(name)?.[1];
}
