import { setImmediate } from 'node:timers/promises';
import type { ArchiveYear } from '@longhand/contract/archive';
import type { PageSummary } from '@longhand/contract/pages';
import { MAX_PAGE_SIZE } from '@longhand/contract/post-query';
import type { PublicPostSummary } from '@longhand/contract/posts';
import type { ApiClient } from '../../app/lib/api-client.ts';

/** What has an address of its own, without the contents. */
export type SiteContent = {
  readonly posts: readonly PublicPostSummary[];
  readonly pages: readonly PageSummary[];
  readonly years: readonly ArchiveYear[];
};

/** Page by page, so that other requests are served in between. */
async function listPosts(api: ApiClient): Promise<PublicPostSummary[]> {
  const all: PublicPostSummary[] = [];
  for (let cursor: string | undefined; ; ) {
    const { posts, next } = await api.listPage({ limit: MAX_PAGE_SIZE, cursor });
    all.push(...posts);
    if (next === null) return all;
    cursor = next;
    await setImmediate();
  }
}

export async function listAll(api: ApiClient): Promise<SiteContent> {
  return {
    pages: await api.listPages(),
    years: await api.listYears(),
    posts: await listPosts(api),
  };
}
