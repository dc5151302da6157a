import { setImmediate } from 'node:timers/promises';
import { imageNamesIn, MAX_IMAGE_USES } from '@longhand/contract/media/image-names';
import type { ImageUse } from '@longhand/contract/media/images';
import { BATCH_SIZE } from '../../database/batches.ts';
import type { Database } from '../../database/tables.ts';
import { findReferenced } from '../../database/upload-references.repository.ts';
import {
  listPageUses,
  listPostUses,
  listSettingValues,
  readReferencingTexts,
} from './upload-references.repository.ts';

async function findUnreferenced(
  db: Database,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const unreferenced = new Set(names);
  for (const value of await listSettingValues(db))
    for (const name of imageNamesIn(value)) unreferenced.delete(name);
  for (let first = 0; first < names.length; first += BATCH_SIZE) {
    const some = names.slice(first, first + BATCH_SIZE);
    for (const name of await findReferenced(db, some)) unreferenced.delete(name);
    // SQLite is synchronous: without this, no request would be served meanwhile.
    await setImmediate();
  }
  return unreferenced;
}

/** Posts, pages, working copies, the trash, all versions and settings of the site can reference an upload. */
export function createUploadReferences(db: Database) {
  return {
    findUnreferenced: (names: readonly string[]) => findUnreferenced(db, names),

    /** Posts come before pages, the newest first. */
    async findUses(names: readonly string[]): Promise<ReadonlyMap<string, readonly ImageUse[]>> {
      const uses = new Map(names.map((name): [string, ImageUse[]] => [name, []]));
      if (names.length === 0) return uses;
      for (const { name, published, ...post } of await listPostUses(db, names))
        uses.get(name)?.push({ ...post, published: published === 1 });
      for (const { name, ...page } of await listPageUses(db, names))
        uses.get(name)?.push({ ...page, published: true });
      for (const posts of uses.values()) posts.splice(MAX_IMAGE_USES);
      return uses;
    },

    readTexts: () => readReferencingTexts(db),

    /** May be called within a transaction. */
    isReferencedNow: async (db: Database, name: string): Promise<boolean> =>
      (await findReferenced(db, [name])).length > 0 ||
      (await listSettingValues(db)).some((value) => value.includes(name)),
  };
}

const ADDRESSES = /(?:https?:\/\/[^\s"'<>()\\/]+)?\/?\buploads\/[^\s"'<>()\\,]+/g;

/** Uploads of other sites are left out; their names have the same form. */
function ownNamesIn(text: string, siteUrl: string): string[] {
  return (text.match(ADDRESSES) ?? [])
    .filter((address) => !address.startsWith('http') || address.startsWith(`${siteUrl}/`))
    .flatMap(imageNamesIn);
}

/** The value describes the first text that shows the upload. */
export type ShownUploads = ReadonlyMap<string, string>;

/** `mentioned` also contains names that are on other sites. */
export async function findShownUploads(db: Database, siteUrl: string) {
  const shown = new Map<string, string>();
  const mentioned = new Set<string>();
  for await (const texts of createUploadReferences(db).readTexts())
    for (const { where, text } of texts) {
      for (const name of ownNamesIn(text, siteUrl)) if (!shown.has(name)) shown.set(name, where);
      for (const name of imageNamesIn(text)) mentioned.add(name);
    }
  return { shown: shown as ShownUploads, mentioned };
}
