import anyAscii from 'any-ascii';
import { z } from 'zod';

export const MAX_SLUG_LENGTH = 80;

/** Words that addresses below /blog and /api/posts use, or may come to use, for themselves. */
const RESERVED_SLUGS: ReadonlySet<string> = new Set([
  'about',
  'admin',
  'api',
  'archive',
  'assets',
  'atom',
  'blog',
  'contact',
  'draft',
  'drafts',
  'edit',
  'feed',
  'index',
  'login',
  'logout',
  'new',
  'page',
  'post',
  'posts',
  'preview',
  'robots',
  'rss',
  'search',
  'sitemap',
  'tag',
  'tags',
  'topic',
  'topics',
  'trash',
  'uploads',
]);

const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export function isReservedSlug(slug: string): boolean {
  return RESERVED_SLUGS.has(slug);
}

export const slugInput = z
  .string()
  .max(MAX_SLUG_LENGTH)
  .regex(SLUG_PATTERN, 'may hold only lower-case letters, digits and single hyphens between them')
  .refine((slug) => !isReservedSlug(slug), 'is a word that the site uses itself');

/** Cuts at the end of a word where there is one, in the middle of the only word otherwise. */
function cutAtWord(slug: string, max: number): string {
  if (slug.length <= max) return slug;
  if (slug[max] === '-') return slug.slice(0, max);
  const end = slug.lastIndexOf('-', max);
  return slug.slice(0, end > 0 ? end : max);
}

/** A slug for a title, or '' where the title has nothing to keep. */
export function slugFromTitle(title: string): string {
  // Far more than 80 characters can never matter, and transliteration takes its time.
  const words = anyAscii(title.slice(0, 4 * MAX_SLUG_LENGTH))
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/(?<=[a-z0-9])'(?=[a-z])/g, '')
    .match(/[a-z0-9]+/g);
  return cutAtWord(words?.join('-') ?? '', MAX_SLUG_LENGTH);
}

/** `base` itself for number 1, then `base-2`, `base-3`, …, never longer than a slug may be. */
export function numberedSlug(base: string, number: number): string {
  if (number === 1) return base;
  const suffix = `-${number}`;
  return cutAtWord(base, MAX_SLUG_LENGTH - suffix.length) + suffix;
}
