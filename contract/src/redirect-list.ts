import { z } from 'zod';
import { namedInput, namedObject } from './named-schemas.ts';
import { limit } from './posts/posts.ts';
import { MAX_REDIRECT_PATH } from './redirects.ts';
import { storableText, text } from './text/text.ts';

const from = text(MAX_REDIRECT_PATH).describe(
  'The old path, like `/2009/09/05/slug/` or `/?p=1`; of a whole address, the path is taken.',
);

const to = text(MAX_REDIRECT_PATH).describe(
  'A path of this site or an address that starts with http:// or https://. At the path of a post or page, the redirect follows it when its address changes.',
);

export const redirectInput = namedInput('RedirectForm', { from, to });

export type RedirectInput = z.infer<typeof redirectInput>;

const REDIRECT_TARGETS = ['post', 'page', 'address'] as const;

export const redirect = namedObject('Redirect', {
  from: z.string().describe('In lower case, decoded, and without a slash at the end.'),
  to: z.string().nullable().describe('Where it leads now; null if the post or page was deleted.'),
  target: z.enum(REDIRECT_TARGETS),
  id: z.string().nullable().describe('Of the post or page.'),
  title: z.string().nullable().describe('Of the post or page.'),
  is_public: z.boolean().describe('False while the post is a draft, or is deleted.'),
  is_used: z
    .boolean()
    .describe(
      'False while the site, a post or a page, also a draft, has the old address: readers are not redirected then.',
    ),
  is_automatic: z
    .boolean()
    .describe(
      'True for an address that the post or page had before: it cannot be changed or removed.',
    ),
});

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

export const redirectImport = namedObject('RedirectImport', {
  added: z.int().nonnegative(),
  changed: z.int().nonnegative().describe('Those that led elsewhere before.'),
  unchanged: z.int().nonnegative(),
  refused: z.int().nonnegative(),
  refusals: z
    .array(
      z.object({
        line: z.int().positive(),
        from: z.string(),
        reason: z.string().describe('A sentence.'),
      }),
    )
    .describe('The first hundred that were refused.'),
});

export type RedirectImport = z.infer<typeof redirectImport>;

export const publicRedirect = namedObject('PublicRedirect', {
  to: z
    .string()
    .nullable()
    .describe('A path of this site or an address; null if it leads nowhere, or to a draft.'),
});

export type PublicRedirect = z.infer<typeof publicRedirect>;

export const publicRedirectQuery = z.object({ path: storableText });
