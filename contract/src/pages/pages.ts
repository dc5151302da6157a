import { z } from 'zod';
import { RESERVED_SLUG } from '../limits.ts';
import { namedInput, namedObject } from '../named-schemas.ts';
import { timestamp } from '../posts/posts.ts';
import { slugText } from '../text/slug.ts';
import { line, requiredText, text } from '../text/text.ts';
import { isNeverPage, MAX_POSITION, PLACEMENTS } from './page-addresses.ts';

export const pageId = z.uuid({ error: 'must be the id of a page' });

const pageSlug = slugText.refine((slug) => !isNeverPage(slug), RESERVED_SLUG);

const fields = {
  slug: pageSlug.describe('The address at the root of the site; made from the title if left out.'),
  title: line(300).describe('Shown in the header or the footer, so it is one line.'),
  content: requiredText(1_000_000),
  meta_description: text(1_000).nullable(),
  placement: z.enum(PLACEMENTS, { error: 'must be header, footer or none' }),
  position: z.int().min(0).max(MAX_POSITION).describe('Smaller ones come first.'),
};

export const newPageInput = namedInput('NewPageForm', {
  ...fields,
  slug: fields.slug.optional(),
  meta_description: fields.meta_description.optional(),
  placement: fields.placement.optional().describe('none if left out.'),
  position: fields.position.optional().describe('After all others if left out.'),
});

export type NewPageInput = z.infer<typeof newPageInput>;

/** Omitted fields stay unchanged. */
export const pageInput = z.strictObject(fields).partial().meta({ id: 'PageForm' });

export type PageInput = z.infer<typeof pageInput>;

const NEVER_SAVED = 'Null for About and Contact until they are changed.';

export const page = namedObject('Page', {
  id: pageId,
  slug: z.string(),
  title: z.string(),
  content: z.string(),
  meta_description: z.string().nullable(),
  placement: z.enum(PLACEMENTS),
  position: z.int(),
  is_default: z.boolean().describe('True while About or Contact has its default text.'),
  created_at: timestamp.nullable().describe(NEVER_SAVED),
  updated_at: timestamp.nullable().describe(NEVER_SAVED),
  version: z
    .int()
    .nonnegative()
    .describe(
      'Grows with each change of title, text, meta description or address; 0 for About and Contact until then.',
    ),
});

export type Page = z.infer<typeof page>;

export const publicPage = page
  .pick({ id: true, slug: true, title: true, content: true, updated_at: true })
  .extend({ meta_description: z.string().describe('Made from the text if the page has none.') })
  .meta({ id: 'PublicPage' });

export type PublicPage = z.infer<typeof publicPage>;

export const pageSummary = page
  .pick({ slug: true, title: true, placement: true, position: true, updated_at: true })
  .meta({ id: 'PageSummary' });

export type PageSummary = z.infer<typeof pageSummary>;

export const listedPage = pageSummary
  .extend({ former_slugs: z.array(z.string()).describe('Addresses that redirect to the page.') })
  .meta({ id: 'ListedPage' });

export type ListedPage = z.infer<typeof listedPage>;

/** Placed pages are in the header or the footer. */
export type PlacedPage = Pick<PageSummary, 'slug' | 'title' | 'placement'>;

export const pageVersion = namedObject('PageVersion', {
  version: page.shape.version,
  title: z.string(),
  saved_at: page.shape.updated_at,
  replaced_at: timestamp,
});

export type PageVersion = z.infer<typeof pageVersion>;

/** The text is left out, because there can be many. */
export const trashedPage = page
  .omit({ content: true })
  .extend({ deleted_at: timestamp })
  .meta({ id: 'TrashedPage' });

export type TrashedPage = z.infer<typeof trashedPage>;
