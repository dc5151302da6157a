// Separate from the schemas, so that the browser does not load zod.

export const MAX_SLUG_LENGTH = 80;

export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Of a slug, as the end of a sentence. */
export const RESERVED_SLUG = 'is reserved for the site itself';

/** How long a deleted post can be restored. */
export const TRASH_DAYS = 30;

/** Of a post's date: as feeds can write them, and with sort keys that are safe integers. */
export const POST_YEARS = { first: 1900, last: 2199 } as const;

export const MAX_TAG_LENGTH = 80;

/** How many days a preview link can work. */
export const PREVIEW_LINK_DAYS = { min: 1, max: 365, default: 14 } as const;

/** In one request, so that its address does not get too long. */
export const MAX_LINK_TARGETS = 50;

/** Of the administrator's password, in UTF-16 units. */
export const PASSWORD_LENGTH = { min: 10, max: 1_000 } as const;
