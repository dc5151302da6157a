import { type Clock, daysBefore } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { type ImageStore, listUploads, type PreparedImage, UPLOADS } from './image-store.ts';
import { createUploadRemoval, type References } from './remove-uploads.ts';
import * as unreferenced from './unreferenced-uploads.repository.ts';
import { createUploadList } from './upload-list.ts';
import { removeStrayVariants } from './variant-files.ts';

export const UNREFERENCED_DAYS = 30;
/** Each takes several requests to the store; the rest is removed by the next run. */
const MAX_REMOVED_PER_RUN = 50;

export type { References } from './remove-uploads.ts';

type UnreferencedFile = unreferenced.UnreferencedUpload & {
  readonly bytes: number;
  /** Whether the next run removes it. */
  readonly due: boolean;
};

type Parts = { db: Database; images: ImageStore; references: References; clock: Clock };

/** Noted and still unreferenced. */
async function listUnreferenced({ db, images, references, clock }: Parts) {
  const before = daysBefore(clock(), UNREFERENCED_DAYS);
  const notes = await unreferenced.listUnreferenced(db);
  const names = await references.findUnreferenced(notes.map(({ name }) => name));
  const listed: UnreferencedFile[] = [];
  for (const { name, since } of notes) {
    const file = await images.files.find(UPLOADS + name);
    if (!file || !names.has(name)) continue;
    const due = since < before.toISOString() && file.modified < before;
    listed.push({ name, since, bytes: file.size, due });
  }
  return listed;
}

/** Stores uploads, and removes those that nothing has referenced for UNREFERENCED_DAYS. */
export function createUploadsService({ db, images, references, clock }: Parts) {
  const { files } = images;
  const removal = createUploadRemoval({ db, files, references, clock });

  async function note(): Promise<void> {
    const names = await listUploads(files);
    const unreferencedNames = await references.findUnreferenced(names);
    const now = clock().toISOString();
    await inTransaction(db, (trx) => unreferenced.replaceNotes(trx, unreferencedNames, now));
    await removeStrayVariants(files, names);
  }

  async function removeDue(atMost: number): Promise<string[]> {
    const before = daysBefore(clock(), UNREFERENCED_DAYS);
    const notes = await unreferenced.listUnreferenced(db);
    const due = notes.filter(({ since }) => since < before.toISOString()).slice(0, atMost);
    if (due.length === 0) return [];
    const unreferencedNames = await references.findUnreferenced(due.map(({ name }) => name));
    const removed: string[] = [];
    for (const name of unreferencedNames)
      if (await removal.remove({ name, before })) removed.push(name);
    return removed;
  }

  return {
    async save(image: PreparedImage): Promise<void> {
      await unreferenced.deleteNoteOf(db, image.name);
      await images.saveFile(image);
    },

    /** Notes unreferenced uploads once a day, and removes the ones that are due. */
    async tidy(): Promise<number> {
      const now = clock().toISOString();
      const yesterday = daysBefore(clock(), 1).toISOString();
      await removal.undoInterrupted();
      if (await unreferenced.claimScan(db, yesterday, now)) await note();
      return (await removeDue(MAX_REMOVED_PER_RUN)).length;
    },

    /** Notes now, and removes all that are due. */
    async collect(): Promise<string[]> {
      await removal.undoInterrupted();
      await note();
      return removeDue(Number.POSITIVE_INFINITY);
    },

    list: createUploadList({ files, findUses: references.findUses }),

    listUnreferenced: () => listUnreferenced({ db, images, references, clock }),
  };
}

export type UploadsService = ReturnType<typeof createUploadsService>;
