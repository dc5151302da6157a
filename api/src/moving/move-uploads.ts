import { imageNamesIn } from '@longhand/contract/image-names';
import type { Database } from '../database/tables.ts';
import type { FileStore } from '../files/file-store.ts';
import { listUploads } from '../images/image-store.ts';
import { createUploadReferences } from '../posts/upload-references.ts';
import type { Progress } from './copy-rows.ts';
import { copyUploads } from './copy-uploads.ts';

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

/** Copies every upload to where the blog shall be; where that is the same, it looks at each. */
export async function moveUploads(
  db: Database,
  { from, to }: { readonly from: FileStore; readonly to: FileStore },
  progress: Progress,
): Promise<MovedUploads> {
  const { copied, there, damaged } = await copyUploads(from, to, (done, total) =>
    progress('images', done, total),
  );
  const kept = new Set(await listUploads(from));
  const missing = [...(await findNamed(db))].filter((name) => !kept.has(name));
  return { whole: copied + there, copied, damaged, missing };
}
