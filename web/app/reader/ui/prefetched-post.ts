import type { PostDetail } from '@longhand/contract/posts/posts';
import type { ApiClient } from '../../lib/api-client.ts';
import { prefetchApi } from '../../lib/browser-api.ts';
import { savesData } from '../offline/saves-data.ts';

/** A pointer that only crosses a link leaves sooner. */
const HOVER_MS = 60;
const MAX_AGE_MS = 10_000;

type Prefetched = {
  readonly slug: string;
  readonly post: Promise<PostDetail>;
  readonly at: number;
};

let latest: Prefetched | undefined;
let scheduled: { readonly slug: string; readonly timer: ReturnType<typeof setTimeout> } | undefined;

function find(slug: string): Prefetched | undefined {
  const isFresh = latest?.slug === slug && performance.now() - latest.at < MAX_AGE_MS;
  return isFresh ? latest : undefined;
}

function prefetch(slug: string): void {
  if (find(slug)) return;
  const post = prefetchApi.findPost(slug);
  latest = { slug, post, at: performance.now() };
  // Opening the post then requests it again and handles the failure.
  post.catch(() => {
    if (latest?.post === post) latest = undefined;
  });
}

export function cancelPrefetch(): void {
  clearTimeout(scheduled?.timer);
  scheduled = undefined;
}

export function prefetchPost(slug: string): void {
  if (savesData() || scheduled?.slug === slug) return;
  cancelPrefetch();
  scheduled = { slug, timer: setTimeout(() => prefetch(slug), HOVER_MS) };
}

/** The prefetched post, or a new request. Used once: the next visit must see changes. */
export function takePost(slug: string, api: ApiClient): Promise<PostDetail> {
  cancelPrefetch();
  const prefetched = find(slug);
  latest = undefined;
  const request = () => api.findPost(slug);
  return prefetched ? prefetched.post.catch(request) : request();
}
