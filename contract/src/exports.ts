import { z } from 'zod';
import { namedObject } from './named-schemas.ts';
import { page } from './pages/pages.ts';
import { post, timestamp } from './posts/posts.ts';

/** Raised when an older version can no longer read an export. */
export const EXPORT_FORMAT = 1;

export const EXPORT_FILE = 'longhand.json';

const formerSlugs = z.array(z.string()).describe('Addresses that it had before: they redirect.');

export const exportedPost = post
  .omit({ reading_minutes: true, version: true })
  .extend({
    // Older exports do not have this field.
    send_when_published: post.shape.send_when_published.default(false),
    slug_chosen: z.boolean().describe('False while the slug of a draft follows its title.'),
    former_slugs: formerSlugs,
    translation_group: z
      .uuid()
      .nullable()
      .describe('The same in all posts that are translations of one another.'),
  })
  .meta({ id: 'ExportedPost' });

export type ExportedPost = z.infer<typeof exportedPost>;

export const exportedPage = page
  .omit({ version: true, is_default: true })
  .extend({
    content: z.string().nullable().describe('Null while About or Contact has its default text.'),
    former_slugs: formerSlugs,
  })
  .meta({ id: 'ExportedPage' });

export type ExportedPage = z.infer<typeof exportedPage>;

/** One of the last three fields is not null. */
export const exportedRedirect = namedObject('ExportedRedirect', {
  from: z.string(),
  post_id: z.string().nullable(),
  page_id: z.string().nullable(),
  to: z.string().nullable().describe('A path or an address of another site.'),
});

export type ExportedRedirect = z.infer<typeof exportedRedirect>;

/** Has all but the lists, which may be long. */
export const exportHead = z.object({
  software: z.literal('longhand'),
  format: z.literal(EXPORT_FORMAT),
  version: z.string().describe('Of the software.'),
  exported_at: timestamp,
  site_url: z.string(),
  settings: z.record(z.string(), z.unknown()).describe('What the owner has set, by name.'),
});

export type ExportHead = z.infer<typeof exportHead>;

/** Has the whole public and private text of a blog. Pictures are files beside it. */
export const blogExport = exportHead
  .extend({
    pages: z.array(exportedPage),
    redirects: z.array(exportedRedirect),
    posts: z.array(exportedPost),
  })
  .meta({ id: 'LonghandExport' });
