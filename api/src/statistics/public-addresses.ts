import { NEWSLETTER_PATH } from '@longhand/contract/newsletter/newsletter-addresses';
import { topicPagePath } from '@longhand/contract/posts/topic-paths';
import { createContentRevision, type ResponseCache } from '@longhand/response-cache';
import type { Context } from '../context.ts';
import type { PagesService } from '../pages/pages.service.ts';
import type { PostsService } from '../posts/posts.service.ts';
import type { SiteService } from '../site/site.service.ts';
import type { CountedPost } from './account.ts';
import { readRevision } from './views.repository.ts';

export type AddressParts = Pick<Context, 'db' | 'config'> & {
  readonly cache: Pick<ResponseCache, 'revision'>;
  readonly posts: Pick<PostsService, 'listPublic'>;
  readonly pages: Pick<PagesService, 'listPublic'>;
  readonly site: Pick<SiteService, 'readValuesQuietly'>;
};

/** What a beacon is about. */
type Place = { readonly kind: 'page' | 'feed'; readonly post: CountedPost | null };

export type PublicAddresses = {
  readonly timeZone: string;
  /** Undefined for a path that no reader has. */
  readonly find: (path: string) => Place | undefined;
};

const FEEDS = ['/feed.xml', '/atom.xml', '/feed.json'];
const MAX_PATH_LENGTH = 2_000;

/** The same for all spellings that lead to one page without a redirect. */
function normalPath(address: string): string {
  const [path = ''] = address.slice(0, MAX_PATH_LENGTH).split(/[?#]/, 1);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Null while nothing is counted. */
async function readAddresses(parts: AddressParts): Promise<PublicAddresses | null> {
  const { statistics, time_zone: timeZone } = await parts.site.readValuesQuietly();
  if (!statistics) return null;
  const { posts, tags, years } = await parts.posts.listPublic(timeZone);
  const pages = await parts.pages.listPublic();
  const paths = [
    ...['/', '/blog', ...(parts.config.mail ? [NEWSLETTER_PATH] : [])],
    ...pages.map(({ slug }) => `/${slug}`),
    ...tags.map((tag) => normalPath(topicPagePath(tag))),
    ...years.map((year) => `/archive/${year}`),
  ];
  const places = new Map<string, Place>([
    ...paths.map((path) => [path, { kind: 'page', post: null }] as const),
    ...FEEDS.map((path) => [path, { kind: 'feed', post: null }] as const),
    ...posts.map((post) => [`/blog/${post.slug}`, { kind: 'page', post }] as const),
  ]);
  return { timeZone, find: (path) => places.get(normalPath(path)) };
}

/** They are read once for each content revision, so that a beacon costs no query. */
export function createPublicAddresses(parts: AddressParts) {
  const revision = createContentRevision(
    () => readRevision(parts.db),
    // Whoever asks gets the error.
    () => {},
  );
  let latest: { readonly number: number; readonly addresses: ReturnType<typeof readAddresses> };

  return async (): Promise<PublicAddresses | null> => {
    // A change of this process is in the cache's number at once.
    const number = Math.max(await revision.current(), parts.cache.revision ?? 0);
    if (latest?.number !== number) latest = { number, addresses: readAddresses(parts) };
    const { addresses } = latest;
    return addresses.catch((error) => {
      if (latest.addresses === addresses) latest = { ...latest, number: 0 };
      throw error;
    });
  };
}
