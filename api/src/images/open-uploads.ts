import { systemClock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { createUploadReferences } from '../posts/upload-references.ts';
import { createImageStore } from './image-store.ts';
import { createUploadsService, type UploadsService } from './uploads.service.ts';

/** The uploads as the app has them, for the command line. */
export function openUploads(db: Database, dataDir: string): UploadsService {
  const references = createUploadReferences(db);
  const images = createImageStore(dataDir);
  return createUploadsService({ db, images, references, clock: systemClock });
}
