import type { Post } from '@longhand/contract/posts';
import { browserApi } from './browser-api.ts';

/** A pointer that only passes over a link does not stay so long. */
const LINGERS_MS = 60;
/** How long a look at a link may be before the click. */
const GOOD_FOR_MS = 10_000;

type Prefetched = { readonly slug: string; readonly post: Promise<Post>; readonly at: number };

let latest: Prefetched | undefined;
let lingering: { readonly slug: string; readonly timer: ReturnType<typeof setTimeout> } | undefined;

/** Whether the reader pays for every byte. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

function find(slug: string): Prefetched | undefined {
  const isGood = latest?.slug === slug && performance.now() - latest.at < GOOD_FOR_MS;
  return isGood ? latest : undefined;
}

function fetchAhead(slug: string): void {
  if (find(slug)) return;
  const post = browserApi.findPost(slug);
  latest = { slug, post, at: performance.now() };
  // Whoever opens it asks again, and hears of the failure.
  post.catch(() => {
    if (latest?.post === post) latest = undefined;
  });
}

/** Nobody points at the link any more. */
export function stopLingering(): void {
  clearTimeout(lingering?.timer);
  lingering = undefined;
}

/** Fetches a post that is about to be opened: its link is being pointed at. */
export function prefetchPost(slug: string): void {
  if (savesData() || lingering?.slug === slug) return;
  stopLingering();
  lingering = { slug, timer: setTimeout(() => fetchAhead(slug), LINGERS_MS) };
}

/** The post, fetched ahead or now; once only, so that the next look sees what has changed. */
export function takePost(slug: string): Promise<Post> {
  stopLingering();
  const ahead = find(slug);
  latest = undefined;
  return ahead?.post ?? browserApi.findPost(slug);
}
