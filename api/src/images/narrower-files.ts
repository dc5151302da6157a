import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { IMAGE_FORMATS, isImageName } from '@longhand/contract/image-names';

/** Not part of what was uploaded: it can be deleted at any time, and is made again. */
export const NARROWER = 'narrower';

/** One that is younger may belong to an upload that is just being removed, or made. */
const LEFTOVER_AFTER_MS = 3_600_000;

async function filesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

/** The files made of uploads, with the name of the upload that each was made of. */
export async function* listNarrower(uploads: string) {
  for (const width of await filesIn(join(uploads, NARROWER))) {
    const folder = join(uploads, NARROWER, width);
    for (const each of await filesIn(folder)) {
      const name = each.replace(/\.[a-z]+$/, '');
      yield { file: join(folder, each), name: isImageName(name) ? name : undefined };
    }
  }
}

export async function removeNarrower(uploads: string, name: string): Promise<void> {
  for (const width of await filesIn(join(uploads, NARROWER)))
    for (const format of IMAGE_FORMATS)
      await rm(join(uploads, NARROWER, width, `${name}.${format}`), { force: true });
}

/** Removes what was made of uploads that are gone, and what was never finished. */
export async function removeStrayNarrower(uploads: string): Promise<void> {
  const there = new Set(await filesIn(uploads));
  for await (const { file, name } of listNarrower(uploads)) {
    if (name && there.has(name)) continue;
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > LEFTOVER_AFTER_MS) await rm(file, { force: true });
  }
}
