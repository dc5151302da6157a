import { z } from 'zod';

/** What can be imported. */
export const IMPORT_KINDS = [
  'longhand',
  'wordpress',
  'ghost',
  'markdown',
  'medium',
  'substack',
] as const;

export type ImportKind = (typeof IMPORT_KINDS)[number];

const count = z.int().nonnegative();

/** What an import did, or would do. */
export const importReport = z
  .object({
    kind: z.enum(IMPORT_KINDS),
    dry_run: z.boolean().describe('True if nothing was changed.'),
    items: count.describe('In the archive; as many as imported and skipped together.'),
    imported: count,
    posts: count,
    pages: count,
    drafts: count.describe('Of the posts: those that are not public.'),
    skipped: z.array(z.object({ title: z.string(), reason: z.string() })),
    notes: z
      .array(z.object({ title: z.string(), note: z.string() }))
      .describe('What was cut or changed in items that were imported.'),
    pictures: z.object({
      imported: count,
      missing: z.array(z.string()).describe('Addresses that stay linked as they are.'),
    }),
    redirects: count.describe('Old addresses that now lead to what was imported.'),
    comments: count.describe('Not imported.'),
  })
  .meta({ id: 'ImportReport' });

export type ImportReport = z.infer<typeof importReport>;
