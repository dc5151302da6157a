import { randomInt } from 'node:crypto';
import { isImageName } from '@longhand/contract/media/image-names';
import type { ImageUse } from '@longhand/contract/media/images';
import type { Context } from '../context.ts';
import type { Database } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { isAbandoned } from '../files/atomic-write.ts';
import type { FileStore } from '../files/file-store.ts';
import { UPLOADS } from './image-store.ts';
import { removeVariants } from './image-variants.ts';
import * as unreferenced from './unreferenced-uploads.ts';

export type References = {
  readonly findUses: (
    names: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly ImageUse[]>>;
  readonly findUnreferenced: (names: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly isReferencedNow: (db: Database, name: string) => Promise<boolean>;
};

type Parts = Pick<Context, 'db' | 'clock'> & {
  readonly files: FileStore;
  readonly references: References;
};

type Due = { readonly name: string; readonly unreferencedBefore: Date };

/** Random digits follow the milliseconds, so that no two claims are equal. */
function uniqueTime(time: Date): string {
  const digits = String(randomInt(1_000_000)).padStart(6, '0');
  return time.toISOString().replace('Z', `${digits}Z`);
}

/** Has copies of uploads while they are being removed. */
const REMOVING = 'removing/';

/**
 * A copy is made because the object store may be slow, so the removal is not inside a database transaction. The copy
 * exists until the decision is stored, so an interrupted removal can be undone.
 */
export function createUploadRemoval({ db, files, references, clock }: Parts) {
  async function putBack(name: string): Promise<void> {
    if (await files.find(UPLOADS + name)) return;
    const bytes = await files.read(REMOVING + name);
    if (bytes) await files.put(UPLOADS + name, bytes);
  }

  /** False if the upload was uploaded again, or referenced by a post, in the meantime. */
  function confirm(name: string, claimedAt: string): Promise<boolean> {
    return inTransaction(
      db,
      async (trx) =>
        !(await references.isReferencedNow(trx, name)) &&
        (await unreferenced.deleteUnlessRenewed(trx, { name, since: claimedAt })),
    );
  }

  /** Renews its time, so that no other process removes the upload. Undefined if another was faster. */
  async function claim({ name, unreferencedBefore }: Due): Promise<string | undefined> {
    const now = uniqueTime(clock());
    return (await unreferenced.renew(db, name, unreferencedBefore.toISOString(), now))
      ? now
      : undefined;
  }

  return {
    /** False if the upload is referenced or was uploaded again. */
    async remove(due: Due): Promise<boolean> {
      const { name, unreferencedBefore } = due;
      const found = await files.find(UPLOADS + name);
      const isOld = found !== undefined && found.modified < unreferencedBefore;
      if (!isOld || (await references.isReferencedNow(db, name))) {
        await unreferenced.deleteBefore(db, name, unreferencedBefore.toISOString());
        return false;
      }
      const claimedAt = await claim(due);
      const bytes = claimedAt && (await files.read(UPLOADS + name));
      if (!bytes) return false;
      await files.put(REMOVING + name, bytes, 'uncached');
      await files.remove(UPLOADS + name);
      const isRemoved = await confirm(name, claimedAt);
      if (isRemoved) await removeVariants(files, name);
      else await putBack(name);
      await files.remove(REMOVING + name);
      return isRemoved;
    },

    /** Puts back what an interrupted removal deleted: a post may reference it by now. */
    async undoInterrupted(): Promise<void> {
      for await (const { path, modified } of files.list(REMOVING)) {
        const name = path.slice(REMOVING.length);
        if (!isImageName(name)) continue;
        await putBack(name);
        if (isAbandoned(modified)) await files.remove(path);
      }
    },
  };
}
