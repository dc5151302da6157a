import { z } from 'zod';
import { imageReference } from './images.ts';
import { POST_LIMITS } from './limits.ts';
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

export const postList = z.array(post);

/** A post without its body. */
export const postSummary = post.omit({ content: true }).meta({ id: 'PostSummary' });

export type AdminPostSummary = z.infer<typeof postSummary>;

/** What the administrator's list may be asked for: less of each post, or one post only. */
export const adminPostQuery = z.object({
  view: z
    .literal('summary', { error: "must be 'summary' where it is given" })
    .optional()
    .describe('The posts without their content.'),
  id: postId.optional().describe('Only the post with this id, if there is one.'),
});

export const adminPostList = z.array(post.partial({ content: true }).meta({ id: 'AdminPost' }));

/** A version of a post that another has replaced. */
export const revision = z
  .object({
    version: post.shape.version,
    title: z.string(),
    published: z.boolean(),
    saved_at: timestamp,
    replaced_at: timestamp,
  })
  .meta({ id: 'Revision' });

export type Revision = z.infer<typeof revision>;

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
