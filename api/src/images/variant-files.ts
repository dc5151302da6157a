import { isImageName, VARIANTS_FOLDER } from '@longhand/contract/image-names';
import { isAbandoned } from '../files/atomic-write.ts';
import type { FileStore } from '../files/file-store.ts';
import { UPLOADS } from './image-store.ts';
import { VARIANT_FORMATS, variantWidthsOf } from './variant-formats.ts';

/** Relative to the uploads folder. */
export function variantFile(name: string, width: number | string, format: string): string {
  return `${VARIANTS_FOLDER}/${width}/${name}.${format}`;
}

/** `name` is the upload of the variant. */
export async function* listVariants(files: FileStore) {
  for await (const { path, modified } of files.list(`${UPLOADS}${VARIANTS_FOLDER}/`, 'deep')) {
    const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[a-z]+$/, '');
    yield { path, modified, name: isImageName(name) ? name : undefined };
  }
}

export async function removeVariants(files: FileStore, name: string): Promise<void> {
  for (const format of VARIANT_FORMATS)
    for (const width of variantWidthsOf(name, format))
      await files.remove(UPLOADS + variantFile(name, width, format));
}

/** Removes variants of deleted uploads, and temporary files. */
export async function removeStrayVariants(
  files: FileStore,
  uploads: readonly string[],
): Promise<void> {
  const existing = new Set(uploads);
  for await (const { path, name, modified } of listVariants(files)) {
    if (name && existing.has(name)) continue;
    if (isAbandoned(modified)) await files.remove(path);
  }
}
