import { hashInName } from '@longhand/contract/image-names';
import { createDiskStore } from '../files/disk-store.ts';
import type { FileStore } from '../files/file-store.ts';
import { type FileLocation, openFileStore } from '../files/open-store.ts';
import { hashOfImage, listUploads, UPLOADS } from '../images/image-store.ts';

export type CopiedUploads = {
  readonly copied: number;
  /** Those that were there already, whole. */
  readonly there: number;
  /** Those whose bytes are not what their names say: they stay where they are. */
  readonly damaged: readonly string[];
};

export type UploadProgress = (done: number, total: number) => void;

function isWhole(name: string, bytes: Buffer | undefined): bytes is Buffer {
  return bytes !== undefined && hashOfImage(bytes) === hashInName(name);
}

type Outcome = 'copied' | 'there' | 'damaged' | 'gone';

async function copyUpload(from: FileStore, to: FileStore, name: string): Promise<Outcome> {
  const bytes = await from.read(UPLOADS + name);
  if (!bytes) return 'gone';
  if (!isWhole(name, bytes)) return 'damaged';
  await to.put(UPLOADS + name, bytes, 'uncached');
  if (isWhole(name, await to.read(UPLOADS + name))) return 'copied';
  throw new Error(`The upload ${name} was written, but cannot be read back as it was.`);
}

/**
 * Copies every upload that is not there yet. All that is there afterwards has been read there and
 * compared with its name, so a second run is a proof. What is made from uploads is made again.
 */
export async function copyUploads(
  from: FileStore,
  to: FileStore,
  progress: UploadProgress = () => {},
): Promise<CopiedUploads> {
  const names = (await listUploads(from)).toSorted();
  const inTarget = new Set(await listUploads(to));
  const outcomes = new Map<string, Outcome>();
  for (const [index, name] of names.entries()) {
    progress(index, names.length);
    const isThere = inTarget.has(name) && isWhole(name, await to.read(UPLOADS + name));
    outcomes.set(name, isThere ? 'there' : await copyUpload(from, to, name));
  }
  progress(names.length, names.length);
  const those = (wanted: Outcome) => names.filter((name) => outcomes.get(name) === wanted);
  return {
    copied: those('copied').length,
    there: those('there').length,
    damaged: those('damaged'),
  };
}

/** Puts the uploads of a folder of data that is being restored into its object store, if it has one. */
export async function putUploads(
  place: FileLocation,
  progress?: UploadProgress,
): Promise<CopiedUploads | undefined> {
  if (!place.s3) return undefined;
  const store = openFileStore(place);
  await store.prepare();
  return copyUploads(createDiskStore(place.dataDir), store, progress);
}
