import { randomInt } from 'node:crypto';
import { isImageName } from '@longhand/contract/image-names';
import type { ImageUse } from '@longhand/contract/images';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { isAbandoned } from '../files/atomic-write.ts';
import type { FileStore } from '../files/file-store.ts';
import { UPLOADS } from './image-store.ts';
import * as unreferenced from './unreferenced-uploads.repository.ts';
import { removeVariants } from './variant-files.ts';

export type References = {
  readonly findUses: (
    names: readonly string[],
  ) => Promise<ReadonlyMap<string, readonly ImageUse[]>>;
  readonly findUnreferenced: (names: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly isReferencedNow: (db: Database, name: string) => Promise<boolean>;
};

type Parts = {
  readonly db: Database;
  readonly files: FileStore;
  readonly references: References;
  readonly clock: Clock;
};

/** Noted before `before`. */
type Due = { readonly name: string; readonly before: Date };

/** With random digits after the milliseconds, so that no two claims are equal. */
function uniqueTime(time: Date): string {
  const digits = String(randomInt(1_000_000)).padStart(6, '0');
  return time.toISOString().replace('Z', `${digits}Z`);
}

/** Copies of uploads while they are being removed. */
const REMOVING = 'removing/';

/**
 * Why a copy: the object store may be slow, so the removal is not inside a database transaction. The
 * copy exists until the decision is stored, so an interrupted removal can be undone.
 */
export function createUploadRemoval({ db, files, references, clock }: Parts) {
  async function putBack(name: string): Promise<void> {
    if (await files.find(UPLOADS + name)) return;
    const bytes = await files.read(REMOVING + name);
    if (bytes) await files.put(UPLOADS + name, bytes);
  }

  /** False if it was uploaded again or referenced by a post in the meantime. */
  function confirm(name: string, claimedAt: string): Promise<boolean> {
    return inTransaction(
      db,
      async (trx) =>
        !(await references.isReferencedNow(trx, name)) &&
        (await unreferenced.deleteNote(trx, { name, since: claimedAt })),
    );
  }

  /** Renews the note, so that no other process removes it. Undefined if another was faster. */
  async function claim({ name, before }: Due): Promise<string | undefined> {
    const now = uniqueTime(clock());
    return (await unreferenced.renewNote(db, name, before.toISOString(), now)) ? now : undefined;
  }

  return {
    /** False if it is referenced or was uploaded again. */
    async remove(due: Due): Promise<boolean> {
      const { name, before } = due;
      const found = await files.find(UPLOADS + name);
      const isOld = found !== undefined && found.modified < before;
      if (!isOld || (await references.isReferencedNow(db, name))) {
        await unreferenced.deleteNoteBefore(db, name, before.toISOString());
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
