import { z } from 'zod';
import { namedInput, namedObject } from './named-schemas.ts';
import { timestamp } from './posts/posts.ts';
import { line } from './text/text.ts';

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

export const importReport = namedObject('ImportReport', {
  kind: z.enum(IMPORT_KINDS),
  dry_run: z.boolean().describe('True if nothing was changed.'),
  items: count.describe('In the archive; as many as imported and skipped together.'),
  imported: count,
  posts: count,
  pages: count,
  drafts: count.describe('Of the posts: those that are not public.'),
  scheduled: count.describe(
    'Of these: those that are published at their time. Nothing is sent to subscribers then.',
  ),
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
});

export type ImportReport = z.infer<typeof importReport>;

const IMPORT_STATES = ['checking', 'ready', 'importing', 'done', 'failed', 'interrupted'] as const;

export type ImportState = (typeof IMPORT_STATES)[number];

const importProgress = z.object({
  phase: z.enum(['reading', 'importing']),
  items: count,
  of: count.nullable().describe('Known once all have been read.'),
});

export type ImportProgress = z.infer<typeof importProgress>;

export const importOptions = namedInput('ImportOptions', {
  fetch_pictures: z
    .boolean()
    .default(false)
    .describe('Whether pictures that the file does not have are fetched from the web.'),
});

export type ImportOptions = z.infer<typeof importOptions>;

export const importRun = namedObject('ImportRun', {
  id: z.uuid(),
  file_name: z.string(),
  state: z
    .enum(IMPORT_STATES)
    .describe('An import that has failed or was interrupted can be started again.'),
  options: importOptions,
  progress: importProgress.nullable(),
  report: importReport.nullable().describe('In the state `ready`, what the import would do.'),
  failure: z.string().nullable().describe('A sentence.'),
  can_start: z.boolean().describe('False if the file is not there any more; `failure` says so.'),
  created_at: timestamp,
  updated_at: timestamp,
});

export type ImportRun = z.infer<typeof importRun>;

/** The report is left out, because it may be long. */
export const listedImportRun = importRun.omit({ report: true }).meta({ id: 'ListedImportRun' });

export type ListedImportRun = z.infer<typeof listedImportRun>;

export const importFileQuery = z.object({ name: line(300).describe('The name of the file.') });
