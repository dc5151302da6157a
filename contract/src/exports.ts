import { z } from 'zod';
import { page } from './pages.ts';
import { post, timestamp } from './posts.ts';

/** Raised when an older version could not read an export any more. */
export const EXPORT_FORMAT = 1;

export const EXPORT_FILE = 'longhand.json';

const formerSlugs = z.array(z.string()).describe('Addresses that it had before: they redirect.');

/** A post as it was written, without what is derived from it. */
export const exportedPost = post
  .omit({ reading_minutes: true, version: true })
  .extend({
    // Exports from before the field existed are read too.
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

/** One of the last three is not null. */
export const exportedRedirect = z
  .object({
    from: z.string(),
    post_id: z.string().nullable(),
    page_id: z.string().nullable(),
    to: z.string().nullable().describe('A path or an address of another site.'),
  })
  .meta({ id: 'ExportedRedirect' });

export type ExportedRedirect = z.infer<typeof exportedRedirect>;

/** The head of an export: all but the lists, which may be long. */
export const exportHead = z.object({
  software: z.literal('longhand'),
  format: z.literal(EXPORT_FORMAT),
  version: z.string().describe('Of the software.'),
  exported_at: timestamp,
  site_url: z.string(),
  settings: z.record(z.string(), z.unknown()).describe('What the owner has set, by name.'),
});

export type ExportHead = z.infer<typeof exportHead>;

/** The whole public and private text of a blog; pictures are files beside it. */
export const blogExport = exportHead
  .extend({
    pages: z.array(exportedPage),
    redirects: z.array(exportedRedirect),
    posts: z.array(exportedPost),
  })
  .meta({ id: 'LonghandExport' });

export type BlogExport = z.infer<typeof blogExport>;
