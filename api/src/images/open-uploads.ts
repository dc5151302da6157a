import { systemClock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { type FileLocation, openFileStore } from '../files/open-store.ts';
import { createUploadReferences } from '../posts/uploads/upload-references.ts';
import { createImageStore } from './image-store.ts';
import { createUploadsService, type UploadsService } from './uploads.service.ts';

export function openUploads(db: Database, location: FileLocation): UploadsService {
  const references = createUploadReferences(db);
  const images = createImageStore(openFileStore(location));
  return createUploadsService({ db, images, references, clock: systemClock });
}
