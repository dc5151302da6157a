import { z } from 'zod';
import { MAX_LINK_TARGETS } from '../limits.ts';
import { namedObject } from '../named-schemas.ts';
import { storableText } from '../text/text.ts';
import {
  limit as anyLimit,
  cursor,
  listedLanguage,
  post,
  searchQuery,
  timestamp,
} from './posts.ts';

const archiveYear = namedObject('ArchiveYear', {
  year: z.int(),
  posts: z.int().positive().describe('How many are published.'),
});

export type ArchiveYear = z.infer<typeof archiveYear>;

export const archive = namedObject('Archive', {
  years: z.array(archiveYear).describe('The latest first; empty years are omitted.'),
});

export const yearParameter = z
  .string()
  .regex(/^\d{4}$/, 'must be a year of four digits')
  .transform(Number);

export const yearQuery = z.object({ cursor });

/** Has only what a list of titles needs, because there can be many. */
const archivedPost = post
  .pick({ slug: true, title: true })
  .extend({ published_at: timestamp, language: listedLanguage })
  .meta({ id: 'ArchivedPost' });

export type ArchivedPost = z.infer<typeof archivedPost>;

export const archivedPosts = z.array(archivedPost);

const limit = anyLimit.describe(
  'The maximum number. If there are more, the Link header leads to the next.',
);

const FROM_LINK = 'must come from the Link header of another response';
const ENDED = 'Where another response ended; from its Link header.';

export const versionListQuery = z.object({
  limit,
  cursor: z
    .string()
    .regex(/^\d{1,9}$/, FROM_LINK)
    .transform(Number)
    .optional()
    .describe(ENDED),
});

export type VersionListQuery = z.output<typeof versionListQuery>;

type TrashCursor = { readonly deletedAt: string; readonly id: string };

function parseCursor(value: string): TrashCursor | undefined {
  const [deletedAt = '', id = ''] = value.split('_');
  const isCursor = timestamp.safeParse(deletedAt).success && z.uuid().safeParse(id).success;
  return isCursor ? { deletedAt, id } : undefined;
}

export function writeTrashCursor({ deletedAt, id }: TrashCursor): string {
  return `${deletedAt}_${id}`;
}

export const trashListQuery = z.object({
  q: searchQuery.describe(
    'Only posts with this text in title, excerpt, tags or visible content, in any case; all of them, whatever the limit.',
  ),
  limit,
  cursor: z
    .string()
    .refine((value) => parseCursor(value) !== undefined, FROM_LINK)
    .transform(parseCursor)
    .optional()
    .describe(ENDED),
});

export type TrashListQuery = z.output<typeof trashListQuery>;

export const linkTargetQuery = z.object({
  slugs: storableText
    .transform((slugs) => slugs.split(','))
    .pipe(z.array(post.shape.slug).max(MAX_LINK_TARGETS))
    .describe('Separated by commas.'),
});

/** The address leads to this post, which may have had it before. */
export const linkTarget = namedObject('LinkTarget', {
  slug: post.shape.slug.describe('As it was asked for.'),
  title: post.shape.title,
  published: post.shape.published,
  publish_at: post.shape.publish_at,
});

export type LinkTarget = z.infer<typeof linkTarget>;
