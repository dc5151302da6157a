import { hashInName } from '@longhand/contract/image-names';
import type { Database } from '../database/tables.ts';
import type { FileStore } from '../files/file-store.ts';
import { hashOfImage, listUploads, UPLOADS } from '../images/image-store.ts';
import { findShownUploads } from '../posts/shown-uploads.ts';
import { type Check, doubtful, wrong } from './finding.ts';

async function damageOf(files: FileStore, name: string): Promise<string | undefined> {
  const bytes = await files.read(UPLOADS + name);
  if (!bytes) return 'is missing';
  return hashOfImage(bytes) === hashInName(name)
    ? undefined
    : 'is damaged: its bytes are not those that were uploaded';
}

/** The same of pictures in an object store, whatever a cache has of them. */
export function checkStoredUploads(db: Database, files: FileStore, siteUrl: string): Check {
  return {
    name: 'Uploads are in the object store, and whole',
    async *find(progress) {
      const { shown } = await findShownUploads(db, siteUrl);
      const all = [...new Set([...shown.keys(), ...(await listUploads(files))])];
      for (const [index, name] of all.entries()) {
        progress(index, all.length);
        const damage = await damageOf(files, name);
        if (!damage) continue;
        const by = shown.get(name);
        yield by
          ? wrong(
              `The upload ${name} ${damage}; ${by} shows it.`,
              'Upload the same picture again, which mends it; or take it out of the text.',
            )
          : doubtful(
              `The upload ${name} ${damage}; nothing shows it.`,
              'Delete it, unless you know what it is.',
            );
      }
    },
  };
}
