import { z } from 'zod';
import { RESERVED_SLUG } from '../limits.ts';
import { UPLOADS_FOLDER } from '../media/image-names.ts';
import { MAX_SLUG_LENGTH, SLUG_PATTERN } from './text-rules.ts';

/** Reserved for present and future URLs of the site itself. */
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
  UPLOADS_FOLDER,
]);

export function isReservedSlug(slug: string): boolean {
  return RESERVED_SLUGS.has(slug);
}

/** Posts and pages both use it; each has reserved words of its own. */
export const slugText = z
  .string()
  .max(MAX_SLUG_LENGTH)
  .regex(
    SLUG_PATTERN,
    'may contain only lower-case letters, digits and single hyphens between them',
  );

export const slugInput = slugText.refine((slug) => !isReservedSlug(slug), RESERVED_SLUG);
