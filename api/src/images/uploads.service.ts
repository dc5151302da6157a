import { type Clock, daysBefore } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { type ImageStore, listUploads, type PreparedImage, UPLOADS } from './image-store.ts';
import { createUploadRemoval, type References } from './remove-uploads.ts';
import * as unreferenced from './unreferenced-uploads.repository.ts';
import { removeStrayVariants } from './variant-files.ts';

/** How long an upload stays that nothing names. */
export const UNREFERENCED_DAYS = 30;
/** Each is some requests to a store: the rest can wait for an hour. */
const REMOVED_AT_ONCE = 50;
/** Clocks are put back at times. */
const CLOCK_MARGIN_MS = 3_600_000;

export type { References } from './remove-uploads.ts';

type Idle = unreferenced.UnreferencedUpload & {
  readonly bytes: number;
  /** Whether it has been idle for so long that it goes. */
  readonly due: boolean;
};

type Parts = { db: Database; images: ImageStore; references: References; clock: Clock };

/** Uploads, and what becomes of those that nothing names any more. */
export function createUploadsService({ db, images, references, clock }: Parts) {
  const { files } = images;
  const removal = createUploadRemoval({ db, files, references, clock });

  async function note(): Promise<void> {
    const names = await listUploads(files);
    const unnamed = await references.findUnnamed(names);
    const now = clock().toISOString();
    await inTransaction(db, (trx) => unreferenced.noteUnreferenced(trx, unnamed, now));
    await removeStrayVariants(files, names);
  }

  async function removeDue(atMost: number): Promise<string[]> {
    const before = daysBefore(clock(), UNREFERENCED_DAYS);
    const noted = await unreferenced.listUnreferenced(db);
    const due = noted.filter(({ since }) => since < before.toISOString()).slice(0, atMost);
    if (due.length === 0) return [];
    const walkedAt = new Date(clock().getTime() - CLOCK_MARGIN_MS);
    const unnamed = await references.findUnnamed(due.map(({ name }) => name));
    const removed: string[] = [];
    for (const name of unnamed)
      if (await removal.remove({ name, before, walkedAt })) removed.push(name);
    return removed;
  }

  return {
    /** Keeps an upload; from now on it has thirty days to be named by a post. */
    async keep(image: PreparedImage): Promise<void> {
      await unreferenced.forgetUnreferenced(db, image.name);
      await images.saveFile(image);
    },

    /** Once a day notes what nothing names, and every time removes what was noted long ago. */
    async tidy(): Promise<number> {
      const now = clock().toISOString();
      const yesterday = daysBefore(clock(), 1).toISOString();
      await removal.undoInterrupted();
      if (await unreferenced.claimNoting(db, yesterday, now)) await note();
      return (await removeDue(REMOVED_AT_ONCE)).length;
    },

    /** The same at once, as far as it is due. */
    async collect(): Promise<string[]> {
      await removal.undoInterrupted();
      await note();
      return removeDue(Number.POSITIVE_INFINITY);
    },

    /** What is noted and still named by nothing; changes nothing. */
    async listIdle(): Promise<Idle[]> {
      const before = daysBefore(clock(), UNREFERENCED_DAYS);
      const noted = await unreferenced.listUnreferenced(db);
      const unnamed = await references.findUnnamed(noted.map(({ name }) => name));
      const idle: Idle[] = [];
      for (const { name, since } of noted) {
        const found = await files.find(UPLOADS + name);
        if (!found || !unnamed.has(name)) continue;
        const due = since < before.toISOString() && found.modified < before;
        idle.push({ name, since, bytes: found.size, due });
      }
      return idle;
    },
  };
}

export type UploadsService = ReturnType<typeof createUploadsService>;
