import { UPLOADS_PATH } from '@longhand/contract/image-names';
import type { ImageStore } from './image-store.ts';
import type { ImageWorker } from './image-worker.ts';
import type { UploadsService } from './uploads.service.ts';

type Parts = {
  readonly images: ImageStore;
  readonly worker: Pick<ImageWorker, 'prepareUpload'>;
  readonly uploads: Pick<UploadsService, 'save'>;
};

/** Stores the picture that `receive` writes to a new file, with the checks of every upload; returns its path. */
export type AddUpload = (receive: (file: string) => Promise<void>) => Promise<string>;

export function createAddUpload({ images, worker, uploads }: Parts): AddUpload {
  async function prepareAndSave(received: string): Promise<string> {
    return images.withTemporary(async (file) => {
      const name = await worker.prepareUpload(received, file);
      await uploads.save({ name, file });
      return UPLOADS_PATH + name;
    });
  }

  return (receive) =>
    images.withTemporary(async (received) => {
      await receive(received);
      return prepareAndSave(received);
    });
}
