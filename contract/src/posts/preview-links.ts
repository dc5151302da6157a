import { z } from 'zod';
import { PREVIEW_LINK_DAYS } from '../limits.ts';
import { post, timestamp } from './posts.ts';

/** The token follows in the address of the page. */
export const PREVIEW_PATH = '/preview/';

const { min, max, default: defaultDays } = PREVIEW_LINK_DAYS;

export const previewLinkInput = z
  .strictObject({
    expires_in_days: z.int().min(min).max(max).default(defaultDays),
  })
  // The body may be missing or null.
  .nullish()
  .transform((input) => input ?? { expires_in_days: defaultDays })
  .meta({ id: 'PreviewLinkForm' });

export const previewLinkId = z.uuid({ version: 'v7', error: 'must be the id of a preview link' });

export const previewLink = z
  .object({
    id: previewLinkId,
    created_at: timestamp,
    expires_at: timestamp,
    shows_changes: z
      .boolean()
      .describe(
        'Whether it shows the working copy while the post is public: so if it was created then.',
      ),
  })
  .meta({ id: 'PreviewLink', description: 'Without its address: only a hash of it is stored.' });

export type PreviewLink = z.infer<typeof previewLink>;

export const newPreviewLink = previewLink
  .omit({ created_at: true, shows_changes: true })
  .extend({ url: z.url().describe('Absolute. It is not shown again.') })
  .meta({ id: 'NewPreviewLink' });

export type NewPreviewLink = z.infer<typeof newPreviewLink>;

export const previewedPost = post
  .pick({
    title: true,
    content: true,
    excerpt: true,
    language: true,
    tags: true,
    meta_title: true,
    featured_image: true,
    featured_image_alt: true,
    reading_minutes: true,
  })
  .extend({
    published: z.boolean().describe('Whether the post is public, without these changes.'),
    date: timestamp.describe('The date that the post would show.'),
    expires_at: previewLink.shape.expires_at,
  })
  .meta({ id: 'PreviewedPost' });

export type PreviewedPost = z.infer<typeof previewedPost>;
