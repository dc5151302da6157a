import { z } from 'zod';
import { limit } from './posts.ts';
import { MAX_REDIRECT_PATH } from './redirects.ts';
import { storableText, text } from './text.ts';

const from = text(MAX_REDIRECT_PATH).describe(
  'The old path, like `/2009/09/05/slug/` or `/?p=1`; of a whole address, the path is taken.',
);

const to = text(MAX_REDIRECT_PATH).describe(
  'A path of this site or an address that starts with http:// or https://. At the path of a post or page, the redirect follows it when its address changes.',
);

export const redirectInput = z.strictObject({ from, to }).meta({ id: 'RedirectForm' });

export type RedirectInput = z.infer<typeof redirectInput>;

export const REDIRECT_TARGETS = ['post', 'page', 'address'] as const;

/** As the dashboard lists it. */
export const redirect = z
  .object({
    from: z.string().describe('In lower case, decoded, and without a slash at the end.'),
    to: z.string().nullable().describe('Where it leads now; null if the post or page was deleted.'),
    target: z.enum(REDIRECT_TARGETS),
    id: z.string().nullable().describe('Of the post or page.'),
    title: z.string().nullable().describe('Of the post or page.'),
    is_public: z.boolean().describe('False while the post is a draft, or is deleted.'),
  })
  .meta({ id: 'Redirect' });

export type Redirect = z.infer<typeof redirect>;

export const redirectKey = z.object({ from });

export const MAX_REDIRECTS_LISTED = 100;

export const redirectListQuery = z.object({
  q: text(MAX_REDIRECT_PATH)
    .optional()
    .describe('Only those with this text in the old path, the new address or the title.'),
  limit: limit.describe(
    'The maximum number. If there are more, the Link header leads to the next.',
  ),
  cursor: storableText.optional().describe('From the Link header of another response.'),
});

export type RedirectListQuery = z.output<typeof redirectListQuery>;

/** What a list of redirects, as CSV, has changed. */
export const redirectImport = z
  .object({
    added: z.int().nonnegative(),
    changed: z.int().nonnegative().describe('Those that led elsewhere before.'),
    unchanged: z.int().nonnegative(),
    refused: z.array(
      z.object({
        line: z.int().positive(),
        from: z.string(),
        reason: z.string().describe('A sentence.'),
      }),
    ),
  })
  .meta({ id: 'RedirectImport' });

export type RedirectImport = z.infer<typeof redirectImport>;

/** Where an old path leads. */
export const publicRedirect = z
  .object({
    to: z
      .string()
      .nullable()
      .describe('A path of this site or an address; null if it leads nowhere, or to a draft.'),
  })
  .meta({ id: 'PublicRedirect' });

export type PublicRedirect = z.infer<typeof publicRedirect>;

export const publicRedirectQuery = z.object({ path: storableText });
