import { z } from 'zod';
import { MAX_LINK_TARGETS } from './limits.ts';
import { post } from './posts.ts';
import { storableText } from './text.ts';

export const linkTargetQuery = z.object({
  slugs: storableText
    .transform((slugs) => slugs.split(','))
    .pipe(z.array(post.shape.slug).max(MAX_LINK_TARGETS))
    .describe('Separated by commas.'),
});

/** The post that an address leads to, also one that it had before. */
export const linkTarget = z
  .object({
    slug: post.shape.slug.describe('As it was asked for.'),
    title: post.shape.title,
    published: post.shape.published,
    publish_at: post.shape.publish_at,
  })
  .meta({ id: 'LinkTarget' });

export type LinkTarget = z.infer<typeof linkTarget>;
