import { UPLOADS_FOLDER } from '@longhand/contract/image-names';
import { createDiskStore } from '../files/disk-store.ts';
import type { FileStore } from '../files/file-store.ts';
import { StorageStartError } from '../storage-failures.ts';
import { hasUploads } from './image-store.ts';

/** Fails if the object store is empty while the data folder still has uploads. */
export async function refuseUnmovedUploads(dataDir: string, files: FileStore): Promise<void> {
  if (!files.isRemote) return;
  if (!(await hasUploads(createDiskStore(dataDir))) || (await hasUploads(files))) return;
  throw new StorageStartError(
    `The pictures of this blog are still in ${dataDir}/${UPLOADS_FOLDER}, and the object store is empty. Move them there: npm run move -- --uploads store. Nothing was changed.`,
  );
}
