import { z } from 'zod';
import { imageReference } from './images.ts';
import { POST_LIMITS } from './limits.ts';
import { MAX_PAGE_SIZE, MAX_QUERY_LENGTH } from './post-query.ts';
import { slugInput } from './slug.ts';
import { tagsInput } from './tags.ts';
import { requiredText, text } from './text.ts';

export const postId = z.uuid({ version: 'v7', error: 'must be the id of a post' });

const timestamp = z.iso.datetime();

/**
 * What creating and updating take. Fields that may be left out have their default in a new post
 * and stay as they are in an existing one.
 */
export const postInput = z
  .strictObject({
    title: requiredText(POST_LIMITS.title),
    content: requiredText(POST_LIMITS.content),
    excerpt: requiredText(POST_LIMITS.excerpt),
    tags: tagsInput.optional(),
    meta_title: text(POST_LIMITS.meta_title).nullish(),
    meta_description: text(POST_LIMITS.meta_description).nullish(),
    published: z.boolean().optional(),
    featured_image: imageReference.nullish(),
    featured_image_alt: text(POST_LIMITS.featured_image_alt).nullish(),
    slug: slugInput.optional(),
  })
  .meta({ id: 'PostForm' });

export type PostInput = z.infer<typeof postInput>;

export const post = z
  .object({
    id: postId,
    slug: z.string(),
    title: z.string(),
    content: z.string(),
    excerpt: z.string(),
    tags: z.array(z.string()),
    meta_title: z.string().nullable(),
    meta_description: z.string().nullable(),
    published: z.boolean(),
    featured_image: z.string().nullable(),
    featured_image_alt: z.string().nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    published_at: timestamp.nullable(),
    reading_minutes: z.int().positive(),
    version: z.int().positive(),
  })
  .meta({ id: 'Post' });

export type Post = z.infer<typeof post>;

/** What tells a post apart, and its words: nothing can stand in for these. */
type Essential = 'id' | 'version' | 'slug' | 'title' | 'content';

/**
 * What every other field is in a new post, and in a stored one that was written before there was
 * such a field. `at` is the time it has where no better one is known.
 */
export function postDefaults(at: string): Omit<Post, Essential> {
  return {
    excerpt: '',
    tags: [],
    meta_title: null,
    meta_description: null,
    published: false,
    featured_image: null,
    featured_image_alt: null,
    created_at: at,
    updated_at: at,
    published_at: null,
    reading_minutes: 1,
  };
}

/** A post without its body. */
export const postSummary = post.omit({ content: true }).meta({ id: 'PostSummary' });

export type PublicPostSummary = z.infer<typeof postSummary>;
export type AdminPostSummary = PublicPostSummary;

const view = z
  .literal('summary', { error: "must be 'summary' where it is given" })
  .optional()
  .describe('The posts without their content.');

/** Which posts the public list may be asked for; without any of it, it is all of them, whole. */
export const publicPostQuery = z.object({
  view,
  limit: z.coerce
    .number({ error: 'must be a number' })
    .int()
    .min(1)
    .max(MAX_PAGE_SIZE)
    .optional()
    .describe('At most so many posts. Where there are more, the header Link leads to the next.'),
  q: z
    .string()
    .max(MAX_QUERY_LENGTH)
    .optional()
    .describe('Only posts with this text in title, excerpt or visible content, in any case.'),
  tag: z
    .string()
    .max(MAX_QUERY_LENGTH)
    .optional()
    .describe('Only posts with this tag, in any case.'),
  related: z
    .string()
    .max(MAX_QUERY_LENGTH)
    .optional()
    .describe('Only posts that share tags with the one that has this slug, the closest first.'),
  cursor: z
    .string()
    .regex(/^\d{1,16}$/, 'must come from the header Link of another answer')
    .transform(Number)
    .optional()
    .describe('Where another answer ended; from its header Link.'),
});

/** What the administrator's list may be asked for: less of each post, or one post only. */
export const adminPostQuery = z.object({
  view,
  id: postId.optional().describe('Only the post with this id, if there is one.'),
});

const postOrSummary = post.partial({ content: true });

export const postList = z.array(postOrSummary.meta({ id: 'PublicPost' }));
export const adminPostList = z.array(postOrSummary.meta({ id: 'AdminPost' }));

/** What caches ask before they send what they have. */
export const publicState = z
  .object({
    revision: z.int().positive().describe('Grows with every change that the public can see.'),
    posts: z.int().nonnegative().describe('How many posts are published.'),
    characters: z.int().nonnegative().describe('How long they are, all together.'),
  })
  .meta({ id: 'PublicState' });

export type PublicState = z.infer<typeof publicState>;

/** A version of a post that another has replaced. */
export const revision = z
  .object({
    version: post.shape.version,
    title: z.string(),
    published: z.boolean(),
    saved_at: timestamp,
    replaced_at: timestamp,
  })
  .meta({ id: 'PostVersion' });

export type PostVersion = z.infer<typeof revision>;

export const trashedPost = postSummary
  .extend({ deleted_at: timestamp })
  .meta({ id: 'TrashedPost' });

export type TrashedPost = z.infer<typeof trashedPost>;

/** A content that need not be finished. */
export const previewInput = z
  .strictObject({ content: text(POST_LIMITS.content) })
  .meta({ id: 'PreviewForm' });

export const preview = z
  .object({ content: post.shape.content, reading_minutes: post.shape.reading_minutes })
  .meta({ id: 'Preview' });

export type Preview = z.infer<typeof preview>;
