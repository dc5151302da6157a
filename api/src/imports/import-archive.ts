import { mkdirSync } from 'node:fs';
import type { ImportKind, ImportReport } from '@longhand/contract/imports';
import type { Context } from '../context.ts';
import { acquireProcessLock, ProcessLocked } from '../database/sqlite/locks.ts';
import type { AddUpload } from '../images/add-upload.ts';
import type { PagesService } from '../pages/pages.service.ts';
import type { PostsService } from '../posts/posts.service.ts';
import type { SiteService } from '../site/site.service.ts';
import { openArchive } from './archive/open-archive.ts';
import { openSource } from './detect-format.ts';
import { assumePicture, createDryRunWriter } from './dry-run-writer.ts';
import { createImportWriter, type WriterParts } from './import-writer.ts';
import { keyPart } from './item-key.ts';
import { createPictureFetch } from './pictures/fetch-picture.ts';
import type { PictureFolder } from './pictures/picture-folder.ts';
import { recordImport } from './record-import.ts';
import { type ImportProgress, runImport } from './run-import.ts';
import { ImportError, type ImportSource } from './source.ts';

const LOCK = 'importing.lock';

export type ImportParts = Pick<Context, 'db' | 'clock'> & {
  readonly dataDir: string;
  readonly siteUrl: string;
  readonly posts: PostsService;
  readonly pages: PagesService;
  readonly redirects: WriterParts['redirects'];
  readonly addUpload: AddUpload;
  readonly hasPicture: WriterParts['hasPicture'];
  readonly importSettings: SiteService['importSettings'];
};

export type ImportOptions = {
  /** A dry run changes nothing, not even files. */
  readonly dryRun?: boolean;
  /** Holds pictures that the archive does not contain. */
  readonly folder?: PictureFolder | undefined;
  readonly fetchImages?: boolean;
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** Two imports at once would choose the same addresses. */
function lockImports(dataDir: string): () => void {
  try {
    mkdirSync(dataDir, { recursive: true });
    return acquireProcessLock(dataDir, LOCK);
  } catch (error) {
    if (!(error instanceof ProcessLocked)) throw error;
    throw new ImportError('Another import is running. Wait until it has finished, then try again.');
  }
}

/** Fails with an `ImportError` before anything is changed, if the archive cannot be read. */
export async function openImport(
  path: string,
  from?: ImportKind | undefined,
): Promise<ImportSource> {
  return openSource(await openArchive(path), from);
}

async function run(
  parts: ImportParts,
  source: ImportSource,
  { dryRun = false, folder, fetchImages = false, signal, onProgress }: ImportOptions,
): Promise<ImportReport> {
  const origin = keyPart(source.origin);
  const fetch = dryRun ? assumePicture : createPictureFetch(signal && { signal });
  const writer = dryRun
    ? createDryRunWriter({ ...parts, origin })
    : createImportWriter({ ...parts, origin, addPicture: parts.addUpload });
  return runImport(source, {
    ...parts,
    writer,
    dryRun,
    folder,
    signal,
    onProgress,
    fetch: fetchImages ? fetch : undefined,
  });
}

/** The caller closes the source. */
export async function importSource(
  parts: ImportParts,
  source: ImportSource,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const unlock = options.dryRun ? () => {} : lockImports(parts.dataDir);
  try {
    const report = await run(parts, source, options);
    if (!options.dryRun) await recordImport(parts, report);
    return report;
  } finally {
    unlock();
  }
}
