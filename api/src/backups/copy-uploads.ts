import { createDiskStore } from '../files/disk-store.ts';
import type { FileStore } from '../files/file-store.ts';
import { type FileLocation, openFileStore } from '../files/open-store.ts';
import { isIntact, listUploads, UPLOADS } from '../images/image-store.ts';

export type UploadCopyResult = {
  readonly copied: number;
  /** How many were at the target already, and intact. */
  readonly present: number;
  /** These are not copied: their content does not match the hash in their names. */
  readonly corrupt: readonly string[];
};

export type UploadProgress = (done: number, total: number) => void;

async function hasIntact(files: FileStore, name: string): Promise<boolean> {
  const bytes = await files.read(UPLOADS + name);
  return bytes !== undefined && isIntact(name, bytes);
}

type Outcome = 'copied' | 'present' | 'corrupt' | 'gone';

async function copyUpload(from: FileStore, to: FileStore, name: string): Promise<Outcome> {
  const bytes = await from.read(UPLOADS + name);
  if (!bytes) return 'gone';
  if (!isIntact(name, bytes)) return 'corrupt';
  await to.put(UPLOADS + name, bytes, 'uncached');
  if (await hasIntact(to, name)) return 'copied';
  throw new Error(`The upload ${name} was written, but what is read back is different.`);
}

/**
 * Copies the uploads that the target lacks, and verifies all of them there by the hash in their
 * names. Variants are not copied: they are generated again.
 */
export async function copyUploads(
  from: FileStore,
  to: FileStore,
  progress: UploadProgress = () => {},
): Promise<UploadCopyResult> {
  const names = (await listUploads(from)).toSorted();
  const inTarget = new Set(await listUploads(to));
  const outcomes = new Map<string, Outcome>();
  for (const [index, name] of names.entries()) {
    progress(index, names.length);
    const isPresent = inTarget.has(name) && (await hasIntact(to, name));
    outcomes.set(name, isPresent ? 'present' : await copyUpload(from, to, name));
  }
  progress(names.length, names.length);
  const withOutcome = (outcome: Outcome) => names.filter((name) => outcomes.get(name) === outcome);
  return {
    copied: withOutcome('copied').length,
    present: withOutcome('present').length,
    corrupt: withOutcome('corrupt'),
  };
}

export async function uploadToObjectStore(location: FileLocation) {
  if (!location.s3) return undefined;
  const store = openFileStore(location);
  await store.prepare();
  return copyUploads(createDiskStore(location.dataDir), store);
}
