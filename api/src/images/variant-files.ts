import { IMAGE_FORMATS, isImageName, widthsOf } from '@longhand/contract/image-names';
import { isAbandoned } from '../files/atomic-write.ts';
import type { FileStore } from '../files/file-store.ts';
import { UPLOADS } from './image-store.ts';

/** Not part of what was uploaded: it can be deleted at any time, and is made again. */
export const VARIANTS_FOLDER = 'narrower';

/** Where it is among the uploads. */
export function variantFile(name: string, width: number | string, format: string): string {
  return `${VARIANTS_FOLDER}/${width}/${name}.${format}`;
}

/** The files made of uploads, with the name of the upload that each was made of. */
export async function* listVariants(files: FileStore) {
  for await (const { path, modified } of files.list(`${UPLOADS}${VARIANTS_FOLDER}/`, 'deep')) {
    const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[a-z]+$/, '');
    yield { path, modified, name: isImageName(name) ? name : undefined };
  }
}

export async function removeVariants(files: FileStore, name: string): Promise<void> {
  for (const format of IMAGE_FORMATS)
    for (const width of widthsOf(name, format))
      await files.remove(UPLOADS + variantFile(name, width, format));
}

/** Removes what was made of uploads that are gone, and what was never finished. */
export async function removeStrayVariants(
  files: FileStore,
  uploads: readonly string[],
): Promise<void> {
  const there = new Set(uploads);
  for await (const { path, name, modified } of listVariants(files)) {
    if (name && there.has(name)) continue;
    if (isAbandoned(modified)) await files.remove(path);
  }
}
