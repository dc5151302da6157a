import { extname } from 'node:path';
import { hashInName, sizeFromName, UPLOADS_PATH } from '@longhand/contract/media/image-names';
import { hashOfFile, type ImageStore } from './image-store.ts';
import type { ImageWorker } from './image-worker.ts';
import type { UploadsService } from './uploads.service.ts';

type Parts = {
  readonly images: ImageStore;
  readonly worker: Pick<ImageWorker, 'prepareUpload'>;
  readonly uploads: Pick<UploadsService, 'save'>;
};

/**
 * `receive` writes the picture to a new file, which then passes the checks of every upload. Returns its path. A picture
 * that this software has made before keeps its name, and so its bytes.
 */
export type AddUpload = (
  receive: (file: string) => Promise<void>,
  keptName?: string,
) => Promise<string>;

/** True if the received file already is the picture that the kept name describes. */
async function isSame(received: string, keptName: string, prepared: string): Promise<boolean> {
  const size = (name: string) => JSON.stringify(sizeFromName(name));
  return (
    size(keptName) === size(prepared) &&
    extname(keptName) === extname(prepared) &&
    (await hashOfFile(received)) === hashInName(keptName)
  );
}

export function createAddUpload({ images, worker, uploads }: Parts): AddUpload {
  async function prepareAndSave(received: string, keptName: string | undefined): Promise<string> {
    return images.withTemporary(async (file) => {
      const prepared = await worker.prepareUpload(received, file);
      const isKept = keptName !== undefined && (await isSame(received, keptName, prepared));
      const image = isKept ? { name: keptName, file: received } : { name: prepared, file };
      await uploads.save(image);
      return UPLOADS_PATH + image.name;
    });
  }

  return (receive, keptName) =>
    images.withTemporary(async (received) => {
      await receive(received);
      return prepareAndSave(received, keptName);
    });
}
