import type { Config } from '../config.ts';
import type { DatabaseLocation } from '../database/location.ts';
import type { FileLocation } from '../files/open-store.ts';

export type ExportJob = DatabaseLocation & FileLocation & { readonly siteUrl: string };

export function exportJobOf({ dataDir, databaseUrl, s3, site }: Config): ExportJob {
  return { dataDir, databaseUrl, s3, siteUrl: site.url };
}
