import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { assertDatabaseNotLost, openDatabase } from '../database/open.ts';
import { findExistingDatabaseReadOnly } from '../database/open-existing.ts';
import type { Database } from '../database/tables.ts';
import { useAndClose, withBulkWrites } from '../database/transaction.ts';
import { keepReserve, openFileStore } from '../files/open-store.ts';
import { createReserveFor } from '../files/reserve.ts';
import { type AddUpload, createAddUpload } from '../images/add-upload.ts';
import { createHasUpload, createImageStore, refuseUnmovedUploads } from '../images/image-store.ts';
import { createImageWorker, memoryForImages } from '../images/image-worker.ts';
import { createUploadsService } from '../images/uploads.service.ts';
import { createPagesService } from '../pages/pages.service.ts';
import { createPostsService } from '../posts/posts.service.ts';
import { createUploadReferences } from '../posts/uploads/upload-references.ts';
import { createRedirectsService } from '../redirects/redirects.service.ts';
import { renderInThisThread } from '../rendering/render.ts';
import { createReadValues } from '../site/read-values.ts';
import { createSiteService } from '../site/site.service.ts';
import { createSitePictures, type SitePictures } from '../site/site-pictures.ts';
import type { ImportParts } from './import-archive.ts';

export { readImportKind } from './detect-format.ts';
export { type ImportOptions, importSource, openImport } from './import-archive.ts';
export { openPictureFolder } from './pictures/picture-folder.ts';
export { recordUnfinishedImport } from './record-import.ts';
export type { ImportProgress } from './run-import.ts';
export { ImportError } from './source.ts';

/** Nothing is logged, because the report says which pictures could not be read. */
const SILENT = { warn: () => {}, error: () => {} };

type PictureParts = { readonly addUpload: AddUpload; readonly sitePictures: SitePictures };

function createParts(
  config: Config,
  db: Database,
  { addUpload, sitePictures }: PictureParts,
): ImportParts {
  const clock = systemClock;
  const readSite = createReadValues(db, config, () => {});
  // It is read each time, because an export of this software can change the language.
  const readLanguage = async () => (await readSite()).language;
  const posts = createPostsService(db, clock, renderInThisThread, readLanguage);
  const pages = createPagesService({ db, clock, renderer: renderInThisThread, readSite });
  const site = createSiteService({
    db,
    clock,
    config,
    log: SILENT,
    pictures: sitePictures,
    posts,
    listPlacedPages: pages.listPlaced,
  });
  return {
    db,
    clock,
    addUpload,
    dataDir: config.dataDir,
    siteUrl: config.site.url,
    posts,
    pages,
    hasPicture: createHasUpload(openFileStore(config)),
    importSettings: site.importSettings,
    redirects: createRedirectsService({ db, clock, siteUrl: config.site.url }),
  };
}

async function withPictures<Result>(
  config: Config,
  db: Database,
  use: (parts: PictureParts) => Promise<Result>,
): Promise<Result> {
  const files = keepReserve(openFileStore(config), createReserveFor(config));
  await files.prepare();
  await refuseUnmovedUploads(config.dataDir, files);
  const images = createImageStore(files);
  const references = createUploadReferences(db);
  const uploads = createUploadsService({ db, images, references, clock: systemClock });
  const worker = createImageWorker({
    log: SILENT,
    maxBytes: () => memoryForImages(config.workers),
  });
  try {
    return await use({
      addUpload: createAddUpload({ images, worker, uploads }),
      sitePictures: createSitePictures({ images, worker }),
    });
  } finally {
    await worker.end();
  }
}

/** The blog is created if there is none. */
export async function withImport<Result>(
  config: Config,
  use: (parts: ImportParts) => Promise<Result>,
): Promise<Result> {
  assertDatabaseNotLost(config);
  return useAndClose(await openDatabase(config), (db) =>
    withBulkWrites(db, () =>
      withPictures(config, db, (pictures) => use(createParts(config, db, pictures))),
    ),
  );
}

async function refuse(): Promise<never> {
  throw new Error('A dry run stores no pictures.');
}

const NO_PICTURES: PictureParts = {
  addUpload: refuse,
  sitePictures: { requireUpload: refuse, makeIcons: refuse },
};

/** If there is no blog yet, the dry run uses an empty one that is removed afterwards. */
async function withEmptyDatabase<Result>(use: (db: Database) => Promise<Result>): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'longhand-import-'));
  try {
    return await useAndClose(await openDatabase({ dataDir }), use);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

export async function withDryRun<Result>(
  config: Config,
  use: (parts: ImportParts) => Promise<Result>,
): Promise<Result> {
  const withParts = (db: Database) => use(createParts(config, db, NO_PICTURES));
  const db = await findExistingDatabaseReadOnly(config);
  return db ? useAndClose(db, withParts) : withEmptyDatabase(withParts);
}
