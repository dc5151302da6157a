import { isImageName, sizeFromName, UPLOADS_PATH } from '@longhand/contract/media/image-names';
import {
  type ImageCursor,
  type ImagePage,
  type ImageUse,
  writeCursor,
} from '@longhand/contract/media/images';
import { LRUCache } from 'lru-cache';
import { type Clock, daysBefore } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import type { FileStore } from '../files/file-store.ts';
import { type ImageStore, listUploads, type PreparedImage, UPLOADS } from './image-store.ts';
import { removeStrayVariants } from './image-variants.ts';
import { createUploadRemoval, type References } from './remove-uploads.ts';
import * as unreferenced from './unreferenced-uploads.ts';

type Upload = ImageCursor & { readonly bytes: number };

const LISTING_MS = 60_000;

function newestFirst(a: ImageCursor, b: ImageCursor): number {
  return b.time - a.time || (a.name < b.name ? -1 : 1);
}

async function listNewestFirst(files: FileStore): Promise<Upload[]> {
  const uploads: Upload[] = [];
  for await (const { path, size, modified } of files.list(UPLOADS)) {
    const name = path.slice(UPLOADS.length);
    if (isImageName(name)) uploads.push({ name, time: modified.getTime(), bytes: size });
  }
  return uploads.sort(newestFirst);
}

/**
 * There is no table of uploads, so that the list is also right after a restore. No store lists by time, so all are
 * listed for the first page, and the listing is kept for those after it.
 */
export function createUploadList(files: FileStore, findUses: References['findUses']) {
  const listings = new LRUCache<'last', Upload[]>({ max: 1, ttl: LISTING_MS });

  async function listing(isFirstPage: boolean): Promise<Upload[]> {
    const kept = isFirstPage ? undefined : listings.get('last');
    const uploads = kept ?? (await listNewestFirst(files));
    listings.set('last', uploads);
    return uploads;
  }

  function describe({ name, time, bytes }: Upload, uses: readonly ImageUse[] = []) {
    const size = sizeFromName(name) ?? { width: 1, height: 1 };
    const uploaded_at = new Date(time).toISOString();
    return { url: UPLOADS_PATH + name, ...size, bytes, uploaded_at, used_in: [...uses] };
  }

  return async (before: ImageCursor | undefined, limit: number): Promise<ImagePage> => {
    const all = await listing(before === undefined);
    const start = before ? all.findIndex((upload) => newestFirst(before, upload) < 0) : 0;
    const page = start === -1 ? [] : all.slice(start, start + limit);
    const uses = await findUses(page.map(({ name }) => name));
    const last = page.at(-1);
    const hasNext = last !== undefined && start + limit < all.length;
    return {
      images: page.map((upload) => describe(upload, uses.get(upload.name))),
      next: hasNext ? writeCursor(last) : null,
    };
  };
}

export const UNREFERENCED_DAYS = 30;
/** Each removal takes several requests to the store. The next run removes the rest. */
const MAX_REMOVED_PER_RUN = 50;

type UnreferencedFile = unreferenced.UnreferencedUpload & {
  readonly bytes: number;
  readonly due: boolean;
};

type Parts = { db: Database; images: ImageStore; references: References; clock: Clock };

async function listUnreferenced({ db, images, references, clock }: Parts) {
  const before = daysBefore(clock(), UNREFERENCED_DAYS);
  const listed = await unreferenced.listUnreferenced(db);
  const names = await references.findUnreferenced(listed.map(({ name }) => name));
  const found: UnreferencedFile[] = [];
  for (const { name, since } of listed) {
    const file = await images.files.find(UPLOADS + name);
    if (!file || !names.has(name)) continue;
    const due = since < before.toISOString() && file.modified < before;
    found.push({ name, since, bytes: file.size, due });
  }
  return found;
}

/** Uploads that nothing has referenced for UNREFERENCED_DAYS are removed. */
export function createUploadsService({ db, images, references, clock }: Parts) {
  const { files } = images;
  const removal = createUploadRemoval({ db, files, references, clock });

  async function scan(): Promise<void> {
    const names = await listUploads(files);
    const unreferencedNames = await references.findUnreferenced(names);
    const now = clock().toISOString();
    await inTransaction(db, (trx) => unreferenced.replaceAll(trx, unreferencedNames, now));
    await removeStrayVariants(files, names);
  }

  async function removeDue(atMost: number): Promise<string[]> {
    const before = daysBefore(clock(), UNREFERENCED_DAYS);
    const listed = await unreferenced.listUnreferenced(db);
    const due = listed.filter(({ since }) => since < before.toISOString()).slice(0, atMost);
    if (due.length === 0) return [];
    const unreferencedNames = await references.findUnreferenced(due.map(({ name }) => name));
    const removed: string[] = [];
    for (const name of unreferencedNames)
      if (await removal.remove({ name, unreferencedBefore: before })) removed.push(name);
    return removed;
  }

  return {
    async save(image: PreparedImage): Promise<void> {
      await unreferenced.deleteByName(db, image.name);
      await images.saveFile(image);
    },

    /** Looks for unreferenced uploads once a day, and removes those that are due. */
    async tidy(): Promise<number> {
      const now = clock().toISOString();
      const yesterday = daysBefore(clock(), 1).toISOString();
      await removal.undoInterrupted();
      if (await unreferenced.claimScan(db, yesterday, now)) await scan();
      return (await removeDue(MAX_REMOVED_PER_RUN)).length;
    },

    /** Looks for unreferenced uploads now, and removes all that are due. */
    async collect(): Promise<string[]> {
      await removal.undoInterrupted();
      await scan();
      return removeDue(Number.POSITIVE_INFINITY);
    },

    list: createUploadList(files, references.findUses),

    listUnreferenced: () => listUnreferenced({ db, images, references, clock }),
  };
}

export type UploadsService = ReturnType<typeof createUploadsService>;
