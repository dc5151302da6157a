import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { PageSummary } from '@longhand/contract/pages/pages';
import type { ArchiveYear } from '@longhand/contract/posts/post-lists';
import { MAX_PAGE_SIZE } from '@longhand/contract/posts/post-query';
import type { PublicPostSummary } from '@longhand/contract/posts/posts';
import { topicPagePath } from '@longhand/contract/posts/topic-paths';
import { foldCase } from '@longhand/contract/text/text-rules';
import { SitemapIndexStream, type SitemapItemLoose, SitemapStream, streamToPromise } from 'sitemap';
import type { ApiClient } from '../../app/lib/api-client.ts';
import { imageUrl } from '../../app/lib/images.ts';
import { yearPath } from '../../app/reader/site/page-paths.ts';
import type { SiteHosts } from '../../app/reader/site/site.ts';
import { xmlText } from './absolute-html.ts';
import { latestChange } from './last-modified.ts';

/** All of these have an address of their own. Contents are left out. */
export type SiteContent = {
  readonly posts: readonly PublicPostSummary[];
  readonly pages: readonly PageSummary[];
  readonly years: readonly ArchiveYear[];
};

/** Reads page by page, so that other requests are served in between. */
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

/** The sitemap protocol allows no more in one file. */
const MAX_ENTRIES = 50_000;

/** Returns each topic once, as its newest post spells it. */
function topicsOf(posts: SiteContent['posts']) {
  const topics = new Map<string, { readonly topic: string; readonly changed: number }>();
  for (const { tags, updated_at } of posts) {
    for (const tag of tags) {
      const { topic = tag, changed = 0 } = topics.get(foldCase(tag)) ?? {};
      const latest = Math.max(changed, Date.parse(updated_at));
      topics.set(foldCase(tag), { topic, changed: latest });
    }
  }
  return [...topics.values()];
}

function entriesOf(site: SiteHosts, { posts, pages, years }: SiteContent): SitemapItemLoose[] {
  const page = (path: string, changed = 0): SitemapItemLoose => ({
    url: site.url + path,
    ...(changed > 0 && { lastmod: new Date(changed).toISOString() }),
  });
  const latest = latestChange(posts);
  return [
    page('/', latest),
    page('/blog', latest),
    ...pages.map(({ slug, updated_at }) => page(`/${slug}`, Date.parse(updated_at ?? '') || 0)),
    ...topicsOf(posts).map(({ topic, changed }) => page(topicPagePath(topic), changed)),
    ...years.map(({ year }) => page(yearPath(year))),
    ...posts.map((post) => ({
      ...page(`/blog/${post.slug}`, Date.parse(post.updated_at)),
      ...(post.featured_image && {
        img: [{ url: xmlText(imageUrl(post.featured_image, site.apiUrl || site.url)) }],
      }),
    })),
  ];
}

async function write(entries: readonly SitemapItemLoose[]): Promise<string> {
  const stream = new SitemapStream({
    xmlns: { news: false, video: false, xhtml: false, image: true },
  });
  return (await streamToPromise(Readable.from(entries).pipe(stream))).toString();
}

/** Returns the sitemap if it fits into one file, otherwise an index of its parts. */
export async function createSitemap(
  site: SiteHosts,
  content: SiteContent,
  limit = MAX_ENTRIES,
): Promise<string> {
  const entries = entriesOf(site, content);
  if (entries.length <= limit) return write(entries);
  const lastmod = new Date(latestChange(content.posts)).toISOString();
  const parts = Array.from({ length: Math.ceil(entries.length / limit) }, (_, index) => ({
    url: `${site.url}/sitemap-${index + 1}.xml`,
    lastmod,
  }));
  const index = new SitemapIndexStream();
  return (await streamToPromise(Readable.from(parts).pipe(index))).toString();
}

/** `number` starts at 1; undefined if the part does not exist. */
export async function createSitemapPart(
  site: SiteHosts,
  content: SiteContent,
  number: number,
  limit = MAX_ENTRIES,
): Promise<string | undefined> {
  const entries = entriesOf(site, content);
  if (entries.length <= limit) return undefined;
  const part = entries.slice((number - 1) * limit, number * limit);
  return part.length > 0 ? write(part) : undefined;
}
