// Apart from the schemas: the browser needs these numbers, and not the library behind those.

/** How long each field of a post may be, in UTF-16 units. */
export const POST_LIMITS = {
  title: 300,
  content: 1_000_000,
  excerpt: 5_000,
  meta_title: 300,
  meta_description: 1_000,
  featured_image_alt: 1_000,
} as const;

export const MAX_SLUG_LENGTH = 80;

export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
