import { sizeFromName } from '@longhand/contract/media/image-names';
import { MIN_ICON_SIZE } from '@longhand/contract/site/site-icons';
import { ProblemError } from '../http/problem.ts';
import type { ImageStore } from '../images/image-store.ts';
import type { ImageWorker } from '../images/image-worker.ts';

type Setting = 'icon' | 'logo';

function refused(setting: Setting, message: string): ProblemError {
  return new ProblemError('invalid-input', `The ${setting} ${message}.`, {
    errors: { [setting]: [message] },
  });
}

type Parts = {
  readonly images: Pick<ImageStore, 'find'>;
  readonly worker: Pick<ImageWorker, 'makeIcons'>;
};

export function createSitePictures({ images, worker }: Parts) {
  async function findFile(setting: Setting, path: string): Promise<string> {
    const file = await images.find(path);
    if (file === undefined)
      throw refused(setting, 'is not an upload of this site. Please upload it again');
    return file;
  }

  return {
    requireUpload: findFile,

    async makeIcons(path: string) {
      const { width, height } = sizeFromName(path) ?? { width: 0, height: 0 };
      if (Math.min(width, height) < MIN_ICON_SIZE)
        throw refused(
          'icon',
          `has ${width} × ${height} pixels, and needs at least ${MIN_ICON_SIZE} × ${MIN_ICON_SIZE}. Please use a larger picture`,
        );
      return Object.entries(await worker.makeIcons(await findFile('icon', path)));
    },
  };
}

export type SitePictures = ReturnType<typeof createSitePictures>;
