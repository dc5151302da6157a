import type { Readable } from 'node:stream';
import type { Config } from '../config/config.ts';
import type { DatabaseLocation } from '../database/location.ts';
import type { FileLocation } from '../files/open-store.ts';
import { type StreamOptions, streamFromChild } from '../run-in-child.ts';

export type ExportJob = DatabaseLocation & FileLocation & { readonly siteUrl: string };

export function exportJobOf({ dataDir, databaseUrl, s3, site }: Config): ExportJob {
  return { dataDir, databaseUrl, s3, siteUrl: site.url };
}

const ENTRY = new URL('./export-child-process-entry.ts', import.meta.url);

/** Why a child process: with SQLite, reading one state of the whole blog would block its requests. */
export function streamExportFromChildProcess(
  job: ExportJob,
  options: StreamOptions<void>,
): Promise<Readable> {
  return streamFromChild(ENTRY, job, options);
}
