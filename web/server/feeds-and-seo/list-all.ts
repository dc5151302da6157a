import { setImmediate } from 'node:timers/promises';
import { MAX_PAGE_SIZE } from '@longhand/contract/post-query';
import type { PublicPostSummary } from '@longhand/contract/posts';
import type { ApiClient } from '../../app/lib/api-client.ts';

/** All posts without their contents, page by page, so that other requests are served in between. */
export async function listAll(api: ApiClient): Promise<PublicPostSummary[]> {
  const all: PublicPostSummary[] = [];
  for (let cursor: string | undefined; ; ) {
    const { posts, next } = await api.listPage({ limit: MAX_PAGE_SIZE, cursor });
    all.push(...posts);
    if (next === null) return all;
    cursor = next;
    await setImmediate();
  }
}
