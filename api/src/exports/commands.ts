/** The public interface for the command in cli/. */
import type { Writable } from 'node:stream';
import type { Config } from '../config.ts';
import type { DatabaseLocation } from '../database/location.ts';
import { openExistingDatabaseReadOnly } from '../database/open-existing.ts';
import { type FileLocation, openFileStore } from '../files/open-store.ts';
import {
  createFolderTarget,
  createZipTarget,
  type ExportTarget,
  fillTarget,
} from './export-target.ts';
import { type Exported, type ExportOptions, writeExport } from './write-export.ts';

export { listPublicRedirects } from '../redirects/export-redirects.ts';
export { createFolderTarget, ExportError, type ExportTarget, fillTarget } from './export-target.ts';
export type { Exported } from './write-export.ts';

export type ExportJob = DatabaseLocation & FileLocation & { readonly siteUrl: string };

export function exportJobOf({ dataDir, databaseUrl, s3, site }: Config): ExportJob {
  return { dataDir, databaseUrl, s3, siteUrl: site.url };
}

type Options = Partial<Pick<ExportOptions, 'form' | 'onProgress' | 'signal'>>;

async function exportTo(
  { siteUrl, ...location }: ExportJob,
  openTarget: () => Promise<ExportTarget>,
  options: Options,
): Promise<Exported> {
  const db = await openExistingDatabaseReadOnly(location);
  try {
    const how = { form: 'html', now: new Date(), siteUrl, ...options } as const;
    return await fillTarget(await openTarget(), (target) =>
      writeExport(db, openFileStore(location), target, how),
    );
  } finally {
    await db.destroy();
  }
}

export function exportToFolder(
  job: ExportJob,
  folder: string,
  options: Options = {},
): Promise<Exported> {
  return exportTo(job, () => createFolderTarget(folder), options);
}

export function exportAsZip(
  job: ExportJob,
  into: Writable,
  options: Options = {},
): Promise<Exported> {
  return exportTo(job, async () => createZipTarget(into), options);
}
