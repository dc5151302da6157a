import { z } from 'zod';
import { importReport } from './imports.ts';
import { timestamp } from './posts.ts';
import { line } from './text.ts';

export const IMPORT_STATES = [
  'checking',
  'ready',
  'importing',
  'done',
  'failed',
  'interrupted',
] as const;

export type ImportState = (typeof IMPORT_STATES)[number];

const count = z.int().nonnegative();

const importProgress = z.object({
  phase: z.enum(['reading', 'importing']),
  items: count,
  of: count.nullable().describe('Known once all have been read.'),
});

export type ImportProgress = z.infer<typeof importProgress>;

export const importOptions = z
  .strictObject({
    fetch_pictures: z
      .boolean()
      .default(false)
      .describe('Whether pictures that the file does not have are fetched from the web.'),
  })
  .meta({ id: 'ImportOptions' });

export type ImportOptions = z.infer<typeof importOptions>;

/** An import that was started in the dashboard. */
export const importRun = z
  .object({
    id: z.uuid(),
    file_name: z.string(),
    state: z
      .enum(IMPORT_STATES)
      .describe('An import that has failed or was interrupted can be started again.'),
    options: importOptions,
    progress: importProgress.nullable(),
    report: importReport.nullable().describe('In the state `ready`, what the import would do.'),
    failure: z.string().nullable().describe('A sentence.'),
    can_start: z.boolean().describe('False if the file is not there any more.'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'ImportRun' });

export type ImportRun = z.infer<typeof importRun>;

/** Without its report, which may be long. */
export const listedImportRun = importRun.omit({ report: true }).meta({ id: 'ListedImportRun' });

export type ListedImportRun = z.infer<typeof listedImportRun>;

export const importFileQuery = z.object({ name: line(300).describe('The name of the file.') });
