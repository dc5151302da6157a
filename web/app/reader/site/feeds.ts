import { tagQuery } from '@longhand/contract/posts/topic-paths';

export const FEEDS = {
  rss: { path: '/feed.xml', type: 'application/rss+xml', label: 'RSS' },
  atom: { path: '/atom.xml', type: 'application/atom+xml', label: 'Atom' },
  json: { path: '/feed.json', type: 'application/feed+json', label: 'JSON Feed' },
} as const;

export type FeedKind = keyof typeof FEEDS;
export const FEED_KINDS = Object.keys(FEEDS) as FeedKind[];

export function feedPath(kind: FeedKind, tag: string | null): string {
  return FEEDS[kind].path + (tag === null ? '' : tagQuery(tag));
}
