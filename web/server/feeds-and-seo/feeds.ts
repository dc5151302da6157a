import { randomUUID } from 'node:crypto';
import { PAGE_SIZES } from '@longhand/contract/posts/post-query';
import type { PublicPost } from '@longhand/contract/posts/posts';
import { escapeText } from '@longhand/contract/posts/search';
import { topicPagePath } from '@longhand/contract/posts/topic-paths';
import { foldCase } from '@longhand/contract/text/text-rules';
import { generateAtomFeed, generateJsonFeed, generateRssFeed } from 'feedsmith';
import { imageUrl } from '../../app/lib/images.ts';
import { FEEDS, type FeedKind, feedPath } from '../../app/reader/site/feeds.ts';
import { iconPath } from '../../app/reader/site/icons.ts';
import type { Site } from '../../app/reader/site/site.ts';
import { publicDate } from '../../app/reader/ui/summary.ts';
import { absoluteHtml, xmlText } from './absolute-html.ts';
import type { Document } from './last-modified.ts';
import { latestChange } from './last-modified.ts';

const MAX_ENTRIES = PAGE_SIZES.feed;

/** An entry has a longer content only on its page: escaping it would hold up readers, and each feed reader loads it. */
export const MAX_FEED_CONTENT = 500_000;

const IMAGE_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
};

type Feed = {
  readonly site: Site;
  readonly posts: readonly PublicPost[];
  readonly tag: string | null;
};

/** All kinds of feed have these fields. */
function entryOf(post: PublicPost, site: Site) {
  const page = `${site.url}/blog/${post.slug}`;
  const uploads = site.apiUrl || site.url;
  const image = post.featured_image && imageUrl(post.featured_image, uploads);
  const extension = /\.(\w+)(?:[?#]|$)/.exec(image ?? '')?.[1]?.toLowerCase() ?? '';
  return {
    // The id stays the same when the title or slug changes.
    id: `urn:uuid:${post.id}`,
    url: page,
    title: xmlText(post.title),
    summary: xmlText(post.excerpt),
    /** Empty if it is too long. */
    content:
      post.content.length > MAX_FEED_CONTENT
        ? ''
        : xmlText(absoluteHtml(post.content, { page, uploads })),
    tags: post.tags.map(xmlText),
    published: new Date(publicDate(post)),
    updated: new Date(post.updated_at),
    // A post names its language only if it is not the feed's.
    language: post.language === site.language ? null : (post.language ?? null),
    image: image ? { url: xmlText(image), type: IMAGE_TYPES[extension] ?? 'image/jpeg' } : null,
  };
}

function channelOf({ site, tag }: Feed, kind: FeedKind) {
  return {
    title: xmlText(tag === null ? site.name : `${tag} · ${site.name}`),
    description: xmlText(site.description),
    home: site.url + (tag === null ? '/' : topicPagePath(tag)),
    self: site.url + feedPath(kind, tag),
  };
}

/**
 * Replaces CDATA by escaped text: the generator adds white space around it, which readers would show
 * in titles, and security scanners report scripts in it.
 */
function replaceCdata(xml: string): string {
  return xml.replace(/(?<!\s)\s*<!\[CDATA\[([\s\S]*?)\]\]>\s*/g, (_all, text: string) =>
    escapeText(text),
  );
}

/**
 * Contents are put in at the end, because the generator would read each several times, which takes seconds for a long
 * one.
 */
function createContents() {
  const id = randomUUID();
  const contents: string[] = [];
  return {
    /** Empty if the content is. */
    placeholder: (content: string) => content && `${id}-${contents.push(content) - 1}`,
    putInto: (xml: string) =>
      xml.replace(new RegExp(`${id}-(\\d+)`, 'g'), (_all, index: string) =>
        escapeText(contents[Number(index)] ?? ''),
      ),
  };
}

function rss(feed: Feed): string {
  const { title, description, home, self } = channelOf(feed, 'rss');
  const contents = createContents();
  const xml = generateRssFeed({
    title,
    description,
    link: home,
    language: feed.site.language,
    lastBuildDate: new Date(latestChange(feed.posts)),
    atom: { links: [{ href: self, rel: 'self', type: FEEDS.rss.type }] },
    items: feed.posts.map((post) => {
      const entry = entryOf(post, feed.site);
      return {
        title: entry.title,
        link: entry.url,
        guid: { value: entry.id, isPermaLink: false },
        // RSS defines it as HTML; the excerpt is plain text.
        description: escapeText(entry.summary),
        content: { encoded: contents.placeholder(entry.content) },
        categories: entry.tags.map((name) => ({ name })),
        pubDate: entry.published,
        ...(entry.language && { dc: { languages: [entry.language] } }),
        // RSS requires a length; zero stands for unknown.
        ...(entry.image && { enclosures: [{ ...entry.image, length: 0 }] }),
      };
    }),
  });
  return contents.putInto(replaceCdata(xml));
}

function atom(feed: Feed): string {
  const { title, description, home, self } = channelOf(feed, 'atom');
  const contents = createContents();
  const xml = generateAtomFeed({
    id: self,
    title: { value: title },
    subtitle: { value: description },
    updated: new Date(latestChange(feed.posts)),
    authors: [{ name: xmlText(feed.site.name) }],
    links: [
      { href: self, rel: 'self', type: FEEDS.atom.type },
      { href: home, rel: 'alternate', type: 'text/html' },
    ],
    entries: feed.posts.map((post) => {
      const entry = entryOf(post, feed.site);
      return {
        id: entry.id,
        ...(entry.language && { xml: { lang: entry.language } }),
        title: { value: entry.title },
        summary: { value: entry.summary },
        content: { value: contents.placeholder(entry.content), type: 'html' },
        published: entry.published,
        updated: entry.updated,
        categories: entry.tags.map((term) => ({ term })),
        links: [
          { href: entry.url, rel: 'alternate', type: 'text/html' },
          ...(entry.image
            ? [{ href: entry.image.url, rel: 'enclosure', type: entry.image.type }]
            : []),
        ],
      };
    }),
  });
  const language = `xml:lang="${feed.site.language}"`;
  return contents.putInto(replaceCdata(xml.replace('<feed ', `<feed ${language} `)));
}

function json(feed: Feed): string {
  const { title, description, home, self } = channelOf(feed, 'json');
  const generated = generateJsonFeed({
    title,
    description,
    home_page_url: home,
    feed_url: self,
    icon: feed.site.url + iconPath('icon-512.png', feed.site),
    language: feed.site.language,
    authors: [{ name: feed.site.name, url: `${feed.site.url}/` }],
    items: feed.posts.map((post) => {
      const entry = entryOf(post, feed.site);
      return {
        id: entry.id,
        url: entry.url,
        title: entry.title,
        summary: entry.summary,
        // One of both is required.
        ...(entry.content ? { content_html: entry.content } : { content_text: entry.summary }),
        date_published: entry.published,
        date_modified: entry.updated,
        tags: entry.tags,
        ...(entry.language && { language: entry.language }),
        ...(entry.image && {
          image: entry.image.url,
          attachments: [{ url: entry.image.url, mime_type: entry.image.type }],
        }),
      };
    }),
  });
  return JSON.stringify(generated);
}

const GENERATORS: Readonly<Record<FeedKind, (feed: Feed) => string>> = { rss, atom, json };

/** Undefined if no published post has the topic. */
export function createFeed(
  kind: FeedKind,
  site: Site,
  allPosts: readonly PublicPost[],
  topic: string | null,
): Document | undefined {
  const isTopic = (tag: string) => topic !== null && foldCase(tag) === foldCase(topic);
  const ofTopic = topic === null ? allPosts : allPosts.filter((post) => post.tags.some(isTopic));
  const tag = topic === null ? null : ofTopic[0]?.tags.find(isTopic);
  if (tag === undefined) return undefined;
  const posts = ofTopic.slice(0, MAX_ENTRIES);
  const body = GENERATORS[kind]({ site, posts, tag });
  // The path has the spelling of the posts, not of the request.
  const path = feedPath(kind, tag);
  return { path, body, type: FEEDS[kind].type, changed: latestChange(posts) };
}
