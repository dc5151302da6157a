import { setImmediate } from 'node:timers/promises';
import { imageNamesIn, MAX_IMAGE_USES } from '@longhand/contract/image-names';
import type { ImageUse } from '@longhand/contract/images';
import type { Database } from '../database/tables.ts';
import {
  isReferencedNow,
  listPagesWithUploads,
  readPostsWithUploads,
  readReferencingTexts,
} from './upload-references.repository.ts';

/** Posts, pages, working copies, the trash and all versions can reference an upload. */
export function createUploadReferences(db: Database) {
  return {
    /** Scans all texts once, and stops when no name is left. */
    async findUnreferenced(names: readonly string[]): Promise<ReadonlySet<string>> {
      const unreferenced = new Set(names);
      if (unreferenced.size === 0) return unreferenced;
      for await (const texts of readReferencingTexts(db)) {
        for (const { text } of texts)
          for (const name of imageNamesIn(text)) unreferenced.delete(name);
        if (unreferenced.size === 0) break;
        // SQLite is synchronous: without this, no request would be served meanwhile.
        await setImmediate();
      }
      return unreferenced;
    },

    /**
     * The posts that use each upload, the newest first, and then the pages. Why not one query by name: searching all
     * texts for a page of names would block SQLite.
     */
    async findUses(names: readonly string[]): Promise<ReadonlyMap<string, readonly ImageUse[]>> {
      const uses = new Map(names.map((name): [string, ImageUse[]] => [name, []]));
      if (names.length === 0) return uses;
      for (const { id, title, content } of await listPagesWithUploads(db))
        for (const name of new Set(imageNamesIn(content ?? '')))
          uses.get(name)?.push({ id, title, published: true });
      for await (const posts of readPostsWithUploads(db)) {
        for (const { id, title, published, featured_image, content, form } of posts)
          for (const name of new Set(imageNamesIn(`${featured_image}\n${content}\n${form}`)))
            uses.get(name)?.push({ id, title, published: published === 1 });
        await setImmediate();
      }
      for (const posts of uses.values()) posts.reverse().splice(MAX_IMAGE_USES);
      return uses;
    },

    readTexts: () => readReferencingTexts(db),

    /** For one upload, after a full scan. */
    isReferencedNow,
  };
}
