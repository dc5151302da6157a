// Apart from the schemas: the browser needs these numbers, and not the library behind those.

export const MAX_SLUG_LENGTH = 80;

export const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
