/** The public interface for the command in cli/. */
import type { Writable } from 'node:stream';
import { openExistingDatabaseReadOnly } from '../database/open-existing.ts';
import { useAndClose } from '../database/transaction.ts';
import { openFileStore } from '../files/open-store.ts';
import type { ExportJob } from './export-job.ts';
import {
  createFolderTarget,
  createZipTarget,
  type ExportTarget,
  fillTarget,
} from './export-target.ts';
import { type Exported, type ExportOptions, writeExport } from './write-export.ts';

export { listOldAddresses } from '../redirects/export-redirects.ts';
export { type ExportJob, exportJobOf } from './export-job.ts';
export { createFolderTarget, ExportError, type ExportTarget, fillTarget } from './export-target.ts';
export type { Exported } from './write-export.ts';

type Options = Partial<Pick<ExportOptions, 'form' | 'onProgress' | 'signal'>>;

async function exportTo(
  { siteUrl, ...location }: ExportJob,
  openTarget: () => Promise<ExportTarget>,
  options: Options = {},
): Promise<Exported> {
  return useAndClose(await openExistingDatabaseReadOnly(location), async (db) => {
    const how = { form: 'html', now: new Date(), siteUrl, ...options } as const;
    return fillTarget(await openTarget(), (target) =>
      writeExport(db, openFileStore(location), target, how),
    );
  });
}

export function exportToFolder(
  job: ExportJob,
  folder: string,
  options?: Options,
): Promise<Exported> {
  return exportTo(job, () => createFolderTarget(folder), options);
}

export function exportAsZip(job: ExportJob, into: Writable): Promise<Exported> {
  return exportTo(job, async () => createZipTarget(into));
}
