// Separate from the schemas, so that the browser does not load zod. Readers load none of it.

/** The end of a sentence about a slug. */
export const RESERVED_SLUG = 'is reserved for the site itself';

export const TRASH_DAYS = 30;

/** Feeds can write dates of these years, and their sort keys are safe integers. */
export const POST_YEARS = { first: 1900, last: 2199 } as const;

export const MAX_TAG_LENGTH = 80;

export const PREVIEW_LINK_DAYS = { min: 1, max: 365, default: 14 } as const;

/** One request changes at most this many posts, so that its answer comes soon. */
export const MAX_BULK_POSTS = 50;

/** Limits one request, so that its address does not get too long. */
export const MAX_LINK_TARGETS = 50;

/** The length of the administrator's password in UTF-16 units. */
export const PASSWORD_LENGTH = { min: 10, max: 1_000 } as const;

/** So much arrives within the time that the server gives a request. */
export const MAX_IMPORT_MB = 500;

/** The editor and the sanitiser use the same schemes. */
export const LINK_SCHEMES = ['https', 'http', 'mailto', 'tel'] as const;
