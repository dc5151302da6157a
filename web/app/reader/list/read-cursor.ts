import { CURSOR_PATTERN } from '@longhand/contract/posts/post-query';

export function readCursor(search: URLSearchParams): string | undefined {
  return CURSOR_PATTERN.exec(search.get('cursor') ?? '')?.[0];
}
