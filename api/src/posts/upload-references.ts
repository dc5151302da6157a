import { setImmediate } from 'node:timers/promises';
import { imageNamesIn } from '@longhand/contract/image-names';
import type { Database } from '../database/tables.ts';
import { isReferencedNow, readReferencingTexts } from './upload-references.repository.ts';

/** Posts, the trash and all post versions can reference an upload. */
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

    readTexts: () => readReferencingTexts(db),

    /** For one upload, after a full scan. */
    isReferencedNow,
  };
}
