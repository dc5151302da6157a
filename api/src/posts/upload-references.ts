import { setImmediate } from 'node:timers/promises';
import { imageNamesIn } from '@longhand/contract/image-names';
import type { Database } from '../database/tables.ts';
import { isNamedByNow, readNamingTexts } from './upload-references.repository.ts';

/** Which uploads are named by a post, by one in the trash, or by any version that was replaced. */
export function createUploadReferences(db: Database) {
  return {
    /** Those that nothing names, in one walk over everything; it ends where none is left. */
    async findUnnamed(names: readonly string[]): Promise<ReadonlySet<string>> {
      const unnamed = new Set(names);
      if (unnamed.size === 0) return unnamed;
      for await (const texts of readNamingTexts(db)) {
        for (const { text } of texts) for (const name of imageNamesIn(text)) unnamed.delete(name);
        if (unnamed.size === 0) break;
        // The database answers at once: without this, no request would be looked at meanwhile.
        await setImmediate();
      }
      return unnamed;
    },

    /** Everything that can name one, to look for something else in it. */
    readTexts: () => readNamingTexts(db),

    /** The same of one, as it is now, when all was walked through a moment ago. */
    isNamedByNow,
  };
}
