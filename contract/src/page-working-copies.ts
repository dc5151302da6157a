import { z } from 'zod';
import { PLACEMENTS } from './page-addresses.ts';
import { pageId } from './pages.ts';
import { copyText, workingCopy, workingCopyInput } from './working-copies.ts';

/** The editor's fields as they were typed: an empty position is an empty text. */
export const pageWorkingCopyForm = z
  .strictObject({
    title: copyText,
    slug: copyText,
    content: copyText,
    meta_description: copyText,
    placement: z.enum(PLACEMENTS),
    position: copyText,
  })
  .partial();

export const pageWorkingCopyInput = workingCopyInput
  .extend({
    base_version: workingCopyInput.shape.base_version.describe(
      'The version of the page that was edited; 0 for a page that does not exist yet.',
    ),
    form: pageWorkingCopyForm,
  })
  .meta({ id: 'PageWorkingCopyForm' });

export type PageWorkingCopyInput = z.infer<typeof pageWorkingCopyInput>;

export const pageWorkingCopy = workingCopy
  .omit({ post_id: true })
  .extend({
    page_id: pageId.nullable().describe('Null for a page that does not exist yet.'),
    base_version: pageWorkingCopyInput.shape.base_version,
    form: pageWorkingCopyForm,
  })
  .meta({ id: 'PageWorkingCopy' });

export type PageWorkingCopy = z.infer<typeof pageWorkingCopy>;

export const pageWorkingCopySummary = pageWorkingCopy
  .omit({ form: true })
  .extend({ title: z.string() })
  .meta({ id: 'PageWorkingCopySummary' });

export type PageWorkingCopySummary = z.infer<typeof pageWorkingCopySummary>;
