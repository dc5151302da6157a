import { CURSOR_PATTERN } from '@longhand/contract/post-query';

/** Anything but a number is ignored. */
export function readCursor(search: URLSearchParams): string | undefined {
  return CURSOR_PATTERN.exec(search.get('cursor') ?? '')?.[0];
}
