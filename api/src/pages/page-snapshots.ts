import { CorruptSnapshot, type OnCorrupt, parseObject, reasonOf } from '../posts/snapshots.ts';
import { type StoredPage, storedPage } from './stored-page.ts';

/** From the row of the snapshot, which must agree with it. */
export type SnapshotOwner = {
  readonly id: string;
  /** Not stored in the row of a page in the trash. */
  readonly version?: number;
};

function describeOwner({ id, version }: SnapshotOwner): string {
  return version === undefined
    ? `the page ${id} in the trash`
    : `version ${version} in the history of the page ${id}`;
}

/** Snapshots may come from any version: unknown fields are dropped. */
export function readPageSnapshot(text: string, owner: SnapshotOwner): StoredPage {
  const { id, version } = owner;
  const corrupt = (why: string) =>
    new CorruptSnapshot(`${describeOwner(owner)} cannot be read: ${why}`);
  const stored = parseObject(text);
  if (!stored) throw corrupt('it is not a JSON object');
  const read = storedPage.safeParse(stored);
  if (!read.success) throw corrupt(reasonOf(read.error));
  if (read.data.id !== id) throw corrupt('it belongs to another page');
  if (version !== undefined && read.data.version !== version)
    throw corrupt('it belongs to another version');
  return read.data;
}

export function tryToReadPageSnapshot(
  text: string,
  owner: SnapshotOwner,
  onCorrupt: OnCorrupt,
): StoredPage | undefined {
  try {
    return readPageSnapshot(text, owner);
  } catch (error) {
    if (!(error instanceof CorruptSnapshot)) throw error;
    onCorrupt(error);
    return undefined;
  }
}
