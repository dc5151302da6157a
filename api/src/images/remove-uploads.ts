import { randomInt } from 'node:crypto';
import { isImageName } from '@longhand/contract/image-names';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { isAbandoned } from '../files/atomic-write.ts';
import type { FileStore } from '../files/file-store.ts';
import { UPLOADS } from './image-store.ts';
import * as unreferenced from './unreferenced-uploads.repository.ts';
import { removeVariants } from './variant-files.ts';

/** Who knows what names an upload. */
export type References = {
  readonly findUnnamed: (names: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly isNamedByNow: (db: Database, name: string, since: string) => Promise<boolean>;
};

type Parts = {
  readonly db: Database;
  readonly files: FileStore;
  readonly references: References;
  readonly clock: Clock;
};

/** Notes before this time are due, and since `walkedAt` something may have come to name it. */
type Due = { readonly name: string; readonly before: Date; readonly walkedAt: Date };

/** A time with more digits than a clock gives: no other note has the same. */
function uniqueTime(time: Date): string {
  const digits = String(randomInt(1_000_000)).padStart(6, '0');
  return time.toISOString().replace('Z', `${digits}Z`);
}

/** Where the copies of those are that are just being removed. */
const REMOVING = 'removing/';

/**
 * Removes uploads without keeping anybody from the database while a store takes its time. A copy is
 * made before the original goes, and goes last: whoever is interrupted leaves one of the two.
 */
export function createUploadRemoval({ db, files, references, clock }: Parts) {
  async function putBack(name: string): Promise<void> {
    if (await files.find(UPLOADS + name)) return;
    const bytes = await files.read(REMOVING + name);
    if (bytes) await files.put(UPLOADS + name, bytes);
  }

  /** Decides for good; whoever uploads it again, or saves a post that names it, has come before. */
  function decide({ name, walkedAt }: Due, claimedAt: string): Promise<boolean> {
    return inTransaction(
      db,
      async (trx) =>
        !(await references.isNamedByNow(trx, name, walkedAt.toISOString())) &&
        (await unreferenced.forgetNote(trx, { name, since: claimedAt })),
    );
  }

  /** Noted as of now, it is due to nobody else. Undefined where somebody was faster. */
  async function claim({ name, before }: Due): Promise<string | undefined> {
    const now = uniqueTime(clock());
    return (await unreferenced.renewNote(db, name, before.toISOString(), now)) ? now : undefined;
  }

  return {
    /** False where it is named or was uploaded again, even while it is being removed. */
    async remove(due: Due): Promise<boolean> {
      const { name, before, walkedAt } = due;
      const found = await files.find(UPLOADS + name);
      const isOld = found !== undefined && found.modified < before;
      if (!isOld || (await references.isNamedByNow(db, name, walkedAt.toISOString()))) {
        await unreferenced.forgetUnreferencedSince(db, name, before.toISOString());
        return false;
      }
      const claimedAt = await claim(due);
      const bytes = claimedAt && (await files.read(UPLOADS + name));
      if (!bytes) return false;
      await files.put(REMOVING + name, bytes, 'uncached');
      await files.remove(UPLOADS + name);
      const isGone = await decide(due, claimedAt);
      if (isGone) await removeVariants(files, name);
      else await putBack(name);
      await files.remove(REMOVING + name);
      return isGone;
    },

    /** Puts back what an interrupted removal took away: a post may name it by now. */
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
