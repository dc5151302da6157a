import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { imageNamesIn, isImageName } from '@longhand/contract/image-names';
import type { Database } from '../database/tables.ts';
import { createImageStore } from '../images/image-store.ts';
import { createUploadReferences } from '../posts/upload-references.ts';
import type { Progress } from './copy-rows.ts';

export type MovedUploads = {
  /** Those that are whole where the blog is now, each read there and compared with its name. */
  readonly whole: number;
  readonly copied: number;
  /** Those that were not whole where the blog comes from: they are left there. */
  readonly damaged: readonly string[];
  /** Those that a text names, and that were not there. */
  readonly missing: readonly string[];
};

async function findNamed(db: Database): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  for await (const texts of createUploadReferences(db).readTexts())
    for (const { text } of texts) for (const name of imageNamesIn(text)) named.add(name);
  return named;
}

/** Copies every upload into the folder where the blog shall be; in the same folder, it looks at each. */
export async function moveUploads(
  db: Database,
  { from, to }: { readonly from: string; readonly to: string },
  progress: Progress,
): Promise<MovedUploads> {
  const source = createImageStore(from);
  const target = from === to ? source : createImageStore(to);
  const names = (await readdir(source.folder)).filter(isImageName).toSorted();
  const damaged: string[] = [];
  let copied = 0;
  for (const [done, name] of names.entries()) {
    progress('images', done, names.length);
    if ((await source.look(name)) !== 'whole') {
      damaged.push(name);
    } else if ((await target.look(name)) !== 'whole') {
      await target.save({ name, bytes: await readFile(join(source.folder, name)) });
      if ((await target.look(name)) !== 'whole')
        throw new Error(`The image ${name} was written, but cannot be read back as it was.`);
      copied += 1;
    }
  }
  progress('images', names.length, names.length);
  const there = new Set(names);
  const missing = [...(await findNamed(db))].filter((name) => !there.has(name));
  return { whole: names.length - damaged.length, copied, damaged, missing };
}
